#version 450

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 texturePlace;

layout(location = 0) out vec3 surfaceNormal;
layout(location = 1) out vec2 surfacePlace;

layout(push_constant) uniform Constants {
    mat4 clipFromWorld;
};

void main() {
    gl_Position = clipFromWorld * vec4(position, 1.0);
    surfaceNormal = normal;
    surfacePlace = texturePlace;
}
