type Gltf = Readonly<Record<string, unknown>>

/** A binary glTF made from a description and its buffer. */
export function modelFile(gltf: Gltf, binary: Buffer): Buffer {
  const padded = (bytes: Buffer, by: string) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, by)])
  const json = padded(Buffer.from(JSON.stringify(gltf)), ' ')
  const rest = padded(binary, '\0')
  const file = Buffer.alloc(28 + json.length + rest.length)
  file.write('glTF')
  file.writeUInt32LE(2, 4)
  file.writeUInt32LE(file.length, 8)
  file.writeUInt32LE(json.length, 12)
  file.write('JSON', 16)
  json.copy(file, 20)
  file.writeUInt32LE(rest.length, 20 + json.length)
  file.write('BIN\0', 24 + json.length, 'latin1')
  rest.copy(file, 28 + json.length)
  return file
}

/** The same model as one text, its buffer and pictures in it. */
export function asText(glb: Buffer, change: (gltf: Gltf) => Gltf = (gltf) => gltf): Buffer {
  const end = 20 + glb.readUInt32LE(12)
  const gltf = JSON.parse(glb.toString('utf8', 20, end)) as Gltf
  const inside = glb.subarray(end + 8, end + 8 + glb.readUInt32LE(end)).toString('base64')
  const [first, ...others] = gltf['buffers'] as readonly object[]
  const buffers = [{ ...first, uri: `data:application/octet-stream;base64,${inside}` }, ...others]
  return Buffer.from(JSON.stringify(change({ ...gltf, buffers }), undefined, 2))
}

const axes = [0, 1, 2] as const
/** The sides of a cube in this order: right, left, top, bottom, front, back. */
const sides = axes.flatMap((axis) => [1, -1].map((sign) => ({ axis, sign })))

/** The two triangles of a side, counter-clockwise seen from outside. */
const faceOf = ({ axis, sign }: (typeof sides)[number]): readonly (readonly number[])[] =>
  [-1, 1, 1, -1].map((across, i) => {
    const point = [0, 0, 0]
    point[axis] = sign / 2
    point[(axis + 1) % 3] = (across * sign) / 2
    point[(axis + 2) % 3] = (i < 2 ? -1 : 1) / 2
    return point
  })

const colours = ['ff0000', '00ffff', '00ff00', 'ff00ff', '0000ff', 'ffff00']
const linear = (hex: string) => [0, 2, 4].map((at) => Number(Number.parseInt(hex.slice(at, at + 2), 16) > 127))

/**
 * A cube of one metre whose sides are red (right), cyan, green (top), magenta, blue (front) and yellow, whatever the light. `change` may alter
 * its description.
 */
export function cubeFile(change: (gltf: Gltf) => Gltf = (gltf) => gltf): Buffer {
  const points = Buffer.alloc(6 * 4 * 12)
  sides.flatMap((side) => faceOf(side).flat()).forEach((value, i) => points.writeFloatLE(value, i * 4))
  const corners = Buffer.from(Uint16Array.from([0, 1, 2, 0, 2, 3]).buffer)
  const gltf: Gltf = {
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_unlit'],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: sides.map((_, side) => ({ attributes: { POSITION: side }, indices: 6, material: side })) }],
    materials: colours.map((hex) => ({
      pbrMetallicRoughness: { baseColorFactor: [...linear(hex), 1] },
      extensions: { KHR_materials_unlit: {} },
    })),
    accessors: [
      ...sides.map((_, side) => ({
        bufferView: 0,
        byteOffset: side * 48,
        componentType: 5126,
        count: 4,
        type: 'VEC3',
        min: [-0.5, -0.5, -0.5],
        max: [0.5, 0.5, 0.5],
      })),
      { bufferView: 1, componentType: 5123, count: 6, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: points.length },
      { buffer: 0, byteOffset: points.length, byteLength: corners.length },
    ],
    buffers: [{ byteLength: points.length + corners.length }],
  }
  return modelFile(change(gltf), Buffer.concat([points, corners]))
}
