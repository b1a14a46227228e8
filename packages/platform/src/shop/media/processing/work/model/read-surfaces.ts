import { type Gltf, isLength, type Material, type Matrix, type Primitive, shownMeshes, type TextureUse } from '../../../kinds/gltf.ts'
import type { OpenModel } from './open-model.ts'
import type { Paint, Surface, Texture } from './surface.ts'
import { Undrawn } from './undrawn.ts'

/** Required extensions that are drawn, or make no visible difference. */
const known = new Set([
  'EXT_meshopt_compression',
  'EXT_texture_webp',
  'KHR_materials_clearcoat',
  'KHR_materials_emissive_strength',
  'KHR_materials_ior',
  'KHR_materials_sheen',
  'KHR_materials_specular',
  'KHR_materials_transmission',
  'KHR_materials_unlit',
  'KHR_materials_variants',
  'KHR_materials_volume',
  'KHR_mesh_quantization',
  'KHR_meshopt_compression',
  'KHR_texture_transform',
])
const mostTriangles = 3_000_000

/** The pictures of a model by texture index; fails for an unreadable one. */
export type FindTexture = (index: number) => Promise<Texture>

/** The first scene as triangles. */
export async function readSurfaces(model: OpenModel, textureAt: FindTexture): Promise<readonly Surface[]> {
  const { gltf } = model
  if (Array.isArray(gltf.extensionsRequired) && gltf.extensionsRequired.some((name) => !known.has(String(name))))
    throw new Undrawn('UNSUPPORTED')
  const surfaces: Surface[] = []
  let count = 0
  for (const [primitives, matrix] of shownMeshes(gltf))
    for (const primitive of primitives) {
      const triangles = trianglesOf(model, primitive)
      count += triangles.length / 3
      if (count > mostTriangles) throw new Undrawn('TOO_LARGE')
      if (triangles.length > 0) surfaces.push(await surfaceOf(model, primitive, triangles, matrix, textureAt))
    }
  return surfaces
}

const [strip, fan, apart] = [5, 6, 4]

/** Vertex numbers in groups of three. Points and lines are left out. */
function trianglesOf({ gltf, list }: OpenModel, { attributes, indices, mode = apart }: Primitive): Uint32Array {
  if (attributes?.POSITION === undefined || (mode !== apart && mode !== strip && mode !== fan)) return new Uint32Array()
  const corners =
    indices === undefined
      ? Uint32Array.from({ length: Math.min(cornersOf(gltf, attributes.POSITION), mostTriangles * 3 + 3) }, (_, i) => i)
      : Uint32Array.from(list(indices, 1))
  if (mode === apart) return corners.subarray(0, corners.length - (corners.length % 3))
  const triangles = new Uint32Array(Math.max(0, corners.length - 2) * 3)
  for (let i = 0; i + 2 < corners.length; i++) {
    const [a, b] = mode === fan ? [0, i + 1] : i % 2 === 0 ? [i, i + 1] : [i + 1, i]
    triangles.set([corners[a]!, corners[b]!, corners[i + 2]!], i * 3)
  }
  return triangles
}

function cornersOf({ accessors = [] }: Gltf, index: unknown): number {
  const count = isLength(index) ? accessors[index]?.count : undefined
  return isLength(count) ? count : 0
}

async function surfaceOf(
  { gltf, list }: OpenModel,
  { attributes = {}, material: index }: Primitive,
  triangles: Uint32Array,
  matrix: Matrix,
  textureAt: FindTexture,
): Promise<Surface> {
  const material: Material = (isLength(index) && gltf.materials?.[index]) || {}
  const use = textureOf(material)
  const given = (name: string, components: number) => (attributes[name] === undefined ? undefined : list(attributes[name], components))
  const transform = use?.extensions?.KHR_texture_transform
  const places = use && given(`TEXCOORD_${Number(transform?.texCoord ?? use.texCoord ?? 0)}`, 2)
  const normals = given('NORMAL', 3)
  const coloursOf = attributes.COLOR_0
  const has4 = isLength(coloursOf) && gltf.accessors?.[coloursOf]?.type === 'VEC4'
  const colours = given('COLOR_0', has4 ? 4 : 3)
  return {
    positions: moved(list(attributes.POSITION, 3), matrix, 1),
    normals: normals && moved(normals, inverseTransposed(matrix), 0),
    places: places && transformed(places, transform),
    colours: colours && (has4 ? colours : withOpacity(colours)),
    triangles,
    paint: paintOf(material, use && isLength(use.index) && places ? await textureAt(use.index) : undefined),
    isMirrored: determinant(matrix) < 0,
  }
}

/** Older models use the specular-glossiness extension. */
const textureOf = ({ pbrMetallicRoughness, extensions }: Material): TextureUse | undefined =>
  pbrMetallicRoughness?.baseColorTexture ?? (extensions?.KHR_materials_pbrSpecularGlossiness?.diffuseTexture as TextureUse | undefined)

const within = (value: unknown, usual: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : usual

function colourOf(value: unknown, usual: readonly number[]): readonly number[] {
  return usual.map((one, i) => within(Array.isArray(value) ? value[i] : undefined, one))
}

/** The opacity of glass. */
const glass = 0.25

function paintOf(
  { pbrMetallicRoughness: pbr = {}, emissiveFactor, alphaMode, alphaCutoff, doubleSided, extensions }: Material,
  texture: Texture | undefined,
): Paint {
  const gloss = extensions?.KHR_materials_pbrSpecularGlossiness
  const [red, green, blue, opacity] = colourOf(pbr.baseColorFactor ?? gloss?.diffuseFactor, [1, 1, 1, 1]) as Paint['colour']
  const transmission = within(extensions?.KHR_materials_transmission?.transmissionFactor, 0)
  const isBlended = alphaMode === 'BLEND' || transmission > 0
  const shown = isBlended ? (alphaMode === 'BLEND' ? opacity : 1) * (1 - transmission * (1 - glass)) : 1
  return {
    colour: [red, green, blue, alphaMode === 'MASK' ? opacity : shown],
    texture,
    emitted: colourOf(emissiveFactor, [0, 0, 0]) as Paint['emitted'],
    metallic: gloss ? 0 : within(pbr.metallicFactor, 1),
    roughness: gloss ? 1 - within(gloss.glossinessFactor, 1) : within(pbr.roughnessFactor, 1),
    isUnlit: extensions?.KHR_materials_unlit !== undefined,
    cutoff: alphaMode === 'MASK' ? within(alphaCutoff, 0.5) : 0,
    isBlended,
    isDoubleSided: doubleSided === true,
  }
}

function moved(points: Float32Array, m: Matrix, w: 0 | 1): Float32Array {
  const to = new Float32Array(points.length)
  for (let i = 0; i < points.length; i += 3)
    for (let axis = 0; axis < 3; axis++)
      to[i + axis] = m[axis]! * points[i]! + m[4 + axis]! * points[i + 1]! + m[8 + axis]! * points[i + 2]! + m[12 + axis]! * w
  return to
}

/** The matrix for normals (the cofactors); the length of its result does not matter. */
function inverseTransposed(m: Matrix): Matrix {
  const cross = (a: number, b: number) => [
    m[a + 1]! * m[b + 2]! - m[a + 2]! * m[b + 1]!,
    m[a + 2]! * m[b]! - m[a]! * m[b + 2]!,
    m[a]! * m[b + 1]! - m[a + 1]! * m[b]!,
  ]
  const sign = Math.sign(determinant(m)) || 1
  return [cross(4, 8), cross(8, 0), cross(0, 4), [0, 0, 0]].flatMap((column) => [...column.map((one) => one * sign), 0])
}

const determinant = (m: Matrix): number =>
  m[0]! * (m[5]! * m[10]! - m[6]! * m[9]!) - m[4]! * (m[1]! * m[10]! - m[2]! * m[9]!) + m[8]! * (m[1]! * m[6]! - m[2]! * m[5]!)

function transformed(places: Float32Array, transform: Readonly<Record<string, unknown>> | undefined): Float32Array {
  if (!transform) return places
  const pair = (value: unknown, usual: number) =>
    [0, 1].map((i) => (Array.isArray(value) && Number.isFinite(value[i]) ? (value[i] as number) : usual))
  const [ox, oy] = pair(transform.offset, 0) as [number, number]
  const [sx, sy] = pair(transform.scale, 1) as [number, number]
  const turn = Number.isFinite(transform.rotation) ? (transform.rotation as number) : 0
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const to = new Float32Array(places.length)
  for (let i = 0; i < places.length; i += 2) {
    const [x, y] = [places[i]! * sx, places[i + 1]! * sy]
    to[i] = cos * x + sin * y + ox
    to[i + 1] = cos * y - sin * x + oy
  }
  return to
}

function withOpacity(colours: Float32Array): Float32Array {
  const to = new Float32Array((colours.length / 3) * 4).fill(1)
  for (let i = 0; i * 3 < colours.length; i++) to.set(colours.subarray(i * 3, i * 3 + 3), i * 4)
  return to
}
