import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCaptions } from './captions.ts'
import { Unfit } from './unfit.ts'

const said = (...cues: readonly string[]) => ['WEBVTT', ...cues, ''].join('\n\n').trimEnd()
const read = (text: string) => {
  const answer = readCaptions(text)
  return answer instanceof Unfit ? answer.reason : answer.trimEnd()
}

describe('captions', () => {
  test('WebVTT is read with its byte order mark, any line ends, names of cues, places and marks', () => {
    const text =
      '\ufeffWEBVTT - Mugs\r\nKind: captions\r\n\r\nfirst\r\n00:01.000 --> 00:02.500 line:90% align:start\r\n<v Ada>Round <i>once</i></v>\r\n& again\r\n\r\n01:00:00.000 --> 01:00:01.000\r\nEnd'
    assert.equal(
      read(text),
      said(
        '00:00:01.000 --> 00:00:02.500 line:90% align:start\n<v Ada>Round <i>once</i></v>\n&amp; again',
        '01:00:00.000 --> 01:00:01.000\nEnd',
      ),
    )
  })

  test('what was read is read again as it is', () => {
    const once = read('WEBVTT\n\n00:01.000 --> 00:02.000\na < b & c <b>d</b> &lt;e>')
    assert.equal(read(once), once)
  })

  test('SubRip becomes WebVTT', () => {
    assert.equal(
      read('1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,500 --> 00:00:04,000\n<font color="red">there</font>\n'),
      said('00:00:01.000 --> 00:00:02.000\nHello', '00:00:03.500 --> 00:00:04.000\n&lt;font color="red"&gt;there&lt;/font&gt;'),
    )
  })

  test('styles, regions, notes, scripts and unknown places are left out or become text', () => {
    assert.equal(
      read(
        'WEBVTT\n\nSTYLE\n::cue { background: url(https://evil.example) }\n\nREGION\nid:a\n\nNOTE me\n\n00:01.000 --> 00:02.000 onload:alert(1) position:10%\n<script>alert(1)</script><img src=x>',
      ),
      said('00:00:01.000 --> 00:00:02.000 position:10%\n&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x&gt;'),
    )
  })

  test('an arrow in a text begins no cue', () => {
    assert.equal(
      read('WEBVTT\n\n00:01.000 --> 00:02.000\n00:03.000 --> 00:04.000'),
      said('00:00:01.000 --> 00:00:02.000\n00:03.000 --&gt; 00:04.000'),
    )
  })

  for (const [what, text, reason] of [
    ['nothing', '', 'UNKNOWN_TYPE'],
    ['a page', '<html><script>alert(1)</script>', 'UNKNOWN_TYPE'],
    ['what only begins like it', 'WEBVTTX\n\n00:01.000 --> 00:02.000\na', 'UNKNOWN_TYPE'],
    ['no cue at all', 'WEBVTT\n\nNOTE nothing', 'BROKEN'],
    ['a cue that ends before it begins', 'WEBVTT\n\n00:02.000 --> 00:01.000\na', 'BROKEN'],
    ['a cue without times', 'WEBVTT\n\nsomething\nelse', 'BROKEN'],
    ['minutes that there are none', 'WEBVTT\n\n00:61:00.000 --> 00:62:00.000\na', 'BROKEN'],
    ['more cues than there may be', `WEBVTT\n\n${'00:01.000 --> 00:02.000\na\n\n'.repeat(20_001)}`, 'TOO_LARGE'],
  ] as const)
    test(`${what}: ${reason}`, () => assert.equal(read(text), reason))
})
