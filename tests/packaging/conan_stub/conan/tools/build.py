def check_min_cppstd(recipe, version):
    assert int(recipe.settings.cppstd) >= version


def can_run(recipe):
    return True
