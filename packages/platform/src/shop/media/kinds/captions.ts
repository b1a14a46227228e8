import { broken, tooLarge, type Unfit, UnfitFile } from './unfit.ts'

const mostCues = 20_000
const time = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)[.,](\d{3})$/
/** Where a cue stands: nothing of it loads or runs anything. */
const setting =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,4}(?:\.\d{1,4})?%?(?:,(?:start|center|end))?|(?:position|size):\d{1,3}(?:\.\d{1,4})?%(?:,(?:line-left|center|line-right))?|align:(?:start|center|end|left|right))$/
const tag = /<(?:\/?(?:c|i|b|u|ruby|rt|v|lang)(?:\.[\w.-]{1,100})?(?:[ \t][^<>&\n]{1,200})?|(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3})>/y

/**
 * Captions as WebVTT, read from WebVTT or SubRip and written anew: times, places and texts with their few marks. Styles, regions and notes are left
 * out. An `Unfit` says why they are none.
 */
export function readCaptions(given: string): string | Unfit {
  try {
    return `WEBVTT\n\n${cuesOf(
      given
        .replace(/^\ufeff/, '')
        .replace(/\r\n?/g, '\n')
        .replaceAll('\u0000', '\ufffd'),
    ).join('\n')}`
  } catch (error) {
    if (error instanceof UnfitFile) return error.unfit
    throw error
  }
}

function cuesOf(text: string): readonly string[] {
  const [head = '', ...rest] = text.split(/\n(?:[ \t]*\n)+/)
  const isVtt = /^WEBVTT(?:[ \t][^\n]*)?(?:\n|$)/.test(head)
  if (!isVtt && !/^\s*(?:\d+[ \t]*\n)?\d{2}:\d{2}:\d{2},\d{3} --> /.test(head))
    throw new UnfitFile('UNKNOWN_TYPE', 'It is neither WebVTT nor SubRip.')
  const cues = (isVtt ? rest : [head, ...rest]).flatMap((block) => {
    if (/^(?:NOTE|STYLE|REGION)(?:[ \t\n]|$)/.test(block) || block.trim() === '') return []
    return [cueOf(block.trim().split('\n'))]
  })
  if (cues.length === 0) broken('Nothing is said in it.')
  if (cues.length > mostCues) tooLarge(`There may be ${mostCues} cues.`)
  return cues
}

function cueOf(lines: readonly string[]): string {
  const at = lines[0]!.includes('-->') ? 0 : 1
  const [from = '', arrow, to = '', ...settings] = (lines[at] ?? '').trim().split(/[ \t]+/)
  const [begin, end] = [millisecondsOf(from), millisecondsOf(to)]
  if (arrow !== '-->' || begin === undefined || end === undefined || end <= begin)
    broken(`“${lines[at]?.slice(0, 60) ?? ''}” does not say from when to when a text is shown.`)
  const places = settings.filter((one) => setting.test(one))
  const said = lines.slice(at + 1).map(plainly)
  return `${[timeText(begin), '-->', timeText(end), ...places].join(' ')}\n${said.join('\n')}\n`
}

function millisecondsOf(text: string): number | undefined {
  const [, hours = '0', minutes, seconds, rest] = time.exec(text) ?? []
  return rest === undefined ? undefined : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(rest)
}

const two = (value: number) => String(value).padStart(2, '0')
const timeText = (ms: number): string =>
  `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`

/** A line with the marks that captions know; whatever else looks like one is text. */
function plainly(line: string): string {
  let out = ''
  for (let at = 0; at < line.length; ) {
    const sign = line[at]!
    if (sign === '<') {
      tag.lastIndex = at
      const [mark] = tag.exec(line) ?? []
      out += mark ?? '&lt;'
      at += mark?.length ?? 1
      continue
    }
    // An arrow would begin another cue.
    out +=
      sign === '>'
        ? '&gt;'
        : sign === '&' && !/^&(?:amp|lt|gt|lrm|rlm|nbsp|#\d{1,7}|#x[\da-f]{1,6});/i.test(line.slice(at, at + 12))
          ? '&amp;'
          : sign
    at++
  }
  return out
}
