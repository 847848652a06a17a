"""Doxygen's view of a header in which enumerators are made by a macro: the lines of PLIANT_PASS_KINDS as an enum."""

import re
import sys

TABLE = re.compile(r"/\* (.*?) \*/ \\\n\s*PASS\((\w+),")


def expanded(text):
    kinds = "".join(f"    {kind},  ///< {what}\n" for what, kind in TABLE.findall(text))
    text = re.sub(r" *PLIANT_PASS_KINDS\(PLIANT_KIND\)\n", lambda _: kinds, text)
    for macro in re.findall(r"#undef (\w+)", text):  # helpers that nobody sees behind the header
        text = re.sub(rf"#(define|undef) {macro}\b(.*\\\n)*.*\n", "", text)
    return text


sys.stdout.write(expanded(open(sys.argv[1], encoding="utf-8").read()))
