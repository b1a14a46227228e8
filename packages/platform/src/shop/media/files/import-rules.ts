import type { mostBytesOf } from '@vitrine/contract'

/** What a request may not say by itself. */
const notSent =
  /^(host|content-length|content-type|connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|accept-encoding|range|if-.*)$/i

/** Headers for the server that a file is fetched from; undefined where one of them cannot be sent. */
export function headersOf(
  said: Readonly<Record<string, string | number | boolean>> | null | undefined,
): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(said ?? {})) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || notSent.test(name) || !/^[\t\x20-\x7e]*$/.test(String(value))) return undefined
    headers[name.toLowerCase()] = String(value)
  }
  return headers
}

/** The address with these parameters in its query; undefined where it is none. */
export function addressOf(url: string, params: Readonly<Record<string, string | number | boolean>> | null | undefined): string | undefined {
  if (!URL.canParse(url)) return undefined
  const address = new URL(url)
  for (const [name, value] of Object.entries(params ?? {})) address.searchParams.set(name, String(value))
  address.hash = ''
  return address.href.length <= 8000 ? address.href : undefined
}

/** The name that an address ends in. */
export function nameOfAddress(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1)!
  return decodeURIComponent(last.replace(/%(?![0-9a-f]{2})/gi, '%25').replace(/(%[89a-f][0-9a-f])+/gi, decodable))
    .replace(/\p{C}/gu, '')
    .slice(0, 200)
}

function decodable(escapes: string): string {
  try {
    decodeURIComponent(escapes)
    return escapes
  } catch {
    return '_'
  }
}

/** How long it is waited after so many tries; undefined where that was enough. */
export const pauseAfter = (attempts: number): number | undefined => pausesMs[attempts - 1]

const second = 1000
const pausesMs = [10 * second, 60 * second, 5 * 60 * second, 30 * 60 * second, 2 * 3600 * second]

/** Whether a server that answers so may answer otherwise later. */
export const mayComeBack = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500

/** What a file is by the end of its name, until its content says it. */
export function kindOfName(name: string): keyof typeof mostBytesOf | undefined {
  const extension = /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase()
  return extension === undefined ? undefined : kinds[extension]
}

const kinds: Readonly<Record<string, keyof typeof mostBytesOf>> = {
  jpg: 'IMAGE',
  jpeg: 'IMAGE',
  png: 'IMAGE',
  webp: 'IMAGE',
  gif: 'IMAGE',
  avif: 'IMAGE',
  svg: 'VECTOR',
  ico: 'ICON',
  mp4: 'VIDEO',
  mov: 'VIDEO',
  webm: 'VIDEO',
  mp3: 'AUDIO',
  m4a: 'AUDIO',
  wav: 'AUDIO',
  flac: 'AUDIO',
  ogg: 'AUDIO',
  zip: 'ARCHIVE',
  glb: 'MODEL3D',
  gltf: 'MODEL3D',
}
