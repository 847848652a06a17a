// Patterns in a body's own coordinates, and how fabric answers light. What a pixel spans is computed and not taken from
// derivatives: at the edges of triangles a software device has none of them with several samples per pixel.

// What a pixel spans of a surface, along a direction u in it [m]. `view` points to the eye.
float pixelSpan(vec3 world, vec3 normal, vec3 view, vec3 u) {
    const float facing = max(abs(dot(normal, view)), 0.03);
    const float along = dot(view, u);
    return frame.eye.w * dot(world - frame.eye.xyz, frame.forward.xyz) * sqrt(1.0 + along * along / (facing * facing));
}

// The same along any direction, for a surface whose directions are not known.
float pixelSpan(vec3 world, vec3 normal, vec3 view) {
    const float facing = max(abs(dot(normal, view)), 0.1);
    return frame.eye.w * dot(world - frame.eye.xyz, frame.forward.xyz) * inversesqrt(facing);
}

// Share of a line of half-width w around whole numbers of x that a pixel sees.
float lineAt(float x, float w, float pixel) {
    const float away = abs(fract(x - 0.5) - 0.5);
    const float low = max(away - 0.5 * pixel, -w), high = min(away + 0.5 * pixel, w);
    const float sharp = clamp((high - low) / pixel, 0.0, 1.0);
    return mix(sharp, 2.0 * w, smoothstep(0.3, 0.8, pixel));
}

// Bright and dark threads, gone where they are finer than pixels.
float weaveAt(vec2 place, float pixel) {
    const float kThreads = 420.0;  // [1/m]
    const float seen = 1.0 - smoothstep(0.12, 0.45, kThreads * pixel);
    if (seen <= 0.0) return 1.0;
    const vec2 wave = cos(6.28318530718 * kThreads * place);
    return 1.0 + 0.13 * seen * wave.x * wave.y;
}

vec3 dyed(Style style, vec2 place, float pixel, bool isBack) {
    const vec3 base = isBack ? style.back.rgb : style.front.rgb;
    const uint pattern = uint(style.front.w);
    const float repeats = style.size.z / max(max(style.size.x, style.size.y), 1e-6);
    const vec2 at = place * repeats;
    const float wide = pixel * repeats;
    float accent = 0.0, shade = 0.0;
    if (pattern == kPatternCheck) {
        accent = max(lineAt(at.x, 0.022, wide), lineAt(at.y, 0.022, wide));
        shade = 0.5 * (lineAt(at.x + 0.5, 0.16, wide) + lineAt(at.y + 0.5, 0.16, wide));
    } else if (pattern == kPatternStripes) {
        const float across = style.size.x < style.size.y ? at.x : at.y;
        accent = lineAt(across + 0.5, 0.20, wide);
    }
    const vec3 shaded = base * (1.0 - (isBack ? 0.10 : 0.22) * shade);
    return mix(shaded, isBack ? style.front.rgb : style.accent.rgb, 0.85 * accent);
}

// Fibres that stand up catch the light at grazing angles: Charlie's distribution (Estevez & Kulla 2017), Neubelt's
// visibility.
float sheenOf(float nl, float nv, float nh, float roughness) {
    const float inverse = 1.0 / roughness;
    const float sine = sqrt(max(1.0 - nh * nh, 0.0));
    const float d = (2.0 + inverse) * pow(sine, inverse) / 6.28318530718;
    return d / (4.0 * max(nl + nv - nl * nv, 1e-3));
}

const float kInversePi = 0.31830989;

struct Lit {
    float key;  // share of the key light that arrives
    float sky;
};

// Light wraps around a thin, rough cloth, and some of it comes through.
vec3 fabricLit(vec3 dye, vec3 normal, vec3 view, Lit lit) {
    const vec3 l = keyDirection();
    const float facing = dot(normal, l);
    const float nv = clamp(dot(normal, view), 0.02, 1.0);
    const float wrap = 0.22;
    const float diffuse = max((facing + wrap) / ((1.0 + wrap) * (1.0 + wrap)), 0.0);
    const float through = 0.20 * max(-facing, 0.0);
    const vec3 halfway = normalize(l + view);
    const float sheen = sheenOf(max(facing, 0.0), nv, clamp(dot(normal, halfway), 0.0, 1.0), 0.42) * max(facing, 0.0);
    const vec3 rim = mix(vec3(1.0), dye, 0.45);

    vec3 colour = dye * kInversePi * kKey * lit.key * (diffuse * 1.15 + through);
    colour += 0.30 * rim * sheen * kKey * lit.key;
    const float cavity = mix(0.35, 1.0, lit.sky);
    colour += dye * skyLightOn(normal) * 0.50 * cavity;
    colour += 0.16 * rim * pow(1.0 - nv, 4.0) * kSkyLight * cavity;
    return colour;
}

vec3 matteLit(vec3 albedo, vec3 normal, Lit lit) {
    const float facing = max(dot(normal, keyDirection()), 0.0);
    return albedo * (kInversePi * kKey * 1.15 * facing * lit.key + skyLightOn(normal) * 0.42 * mix(0.3, 1.0, lit.sky));
}
