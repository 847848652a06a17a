// DejaVu Sans, so that the program needs no file of it at run time. PLIANT_FONT is where the package has put it.
    .section .rodata
    .balign 16
    .global pliant_font_file
    .global pliant_font_file_end
pliant_font_file:
    .incbin PLIANT_FONT
pliant_font_file_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
