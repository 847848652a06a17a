#pragma once

#include <CLI/CLI.hpp>

namespace pliant::cli {

/// How every --help looks: short names of values, descriptions in a column of their own.
std::shared_ptr<CLI::Formatter> helpFormatter();

/// Adds --help-scene NAME, which tells of one scene what it is, which options mean something for it, and its numbers.
void addSceneHelp(CLI::App& command);

/// "A mesh file (...), or cloth, drape, ...", for the description of SCENE.
std::string sceneNames();

}  // namespace pliant::cli
