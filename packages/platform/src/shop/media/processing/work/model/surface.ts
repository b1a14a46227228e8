/** A texture: eight bits for each of red, green, blue and opacity. */
export interface Texture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** The material of a surface. Colours are linear. */
export interface Paint {
  readonly colour: readonly [red: number, green: number, blue: number, opacity: number]
  readonly texture: Texture | undefined
  readonly emitted: readonly [red: number, green: number, blue: number]
  /** From 0 to 1. */
  readonly metallic: number
  readonly roughness: number
  /** Shown in its own colour, without lighting. */
  readonly isUnlit: boolean
  /** Points below this opacity are not drawn. */
  readonly cutoff: number
  /** Whether it is transparent. */
  readonly isBlended: boolean
  readonly isDoubleSided: boolean
}

/** Triangles of one material, in scene coordinates. */
export interface Surface {
  /** Three numbers a vertex. */
  readonly positions: Float32Array
  /** Three a vertex; undefined for flat shading. */
  readonly normals: Float32Array | undefined
  /** Two a vertex: texture coordinates. */
  readonly places: Float32Array | undefined
  /** Four a vertex. */
  readonly colours: Float32Array | undefined
  /** Three vertex numbers a triangle. */
  readonly triangles: Uint32Array
  readonly paint: Paint
  /** Whether its matrix mirrors it, which reverses the order of vertices. */
  readonly isMirrored: boolean
}
