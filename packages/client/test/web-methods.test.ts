import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nobody, token, Unreachable } from '@vitrine/client'
import { caller, type WebMethodHandlerOptions, webMethodHandler } from '@vitrine/client/web-method-handler'
import { Permissions, WebMethodFailed, webMethod, webMethods } from '@vitrine/client/web-methods'
import { recording } from './recording.ts'

/** A platform that knows these tokens. */
const subjects: Readonly<Record<string, object>> = {
  visitor: { active: true, subjectType: 'VISITOR', subjectId: 'v-1', siteId: 'here' },
  member: { active: true, subjectType: 'MEMBER', subjectId: 'm-1', siteId: 'here' },
  user: { active: true, subjectType: 'USER', subjectId: 'u-1', siteId: 'here' },
  app: { active: true, subjectType: 'APP', subjectId: 'a-1', siteId: 'here' },
  unknown: { active: true, subjectType: 'UNKNOWN', subjectId: '', siteId: 'here' },
  'user of another shop': { active: true, subjectType: 'USER', subjectId: 'u-2', siteId: 'there' },
}
const platform = () => recording(({ body }) => ({ body: subjects[JSON.parse(body!).token] ?? { active: false } }))

class OurFault extends Error {
  readonly password = 'hunter2'
}
const ran: unknown[][] = []
const things = {
  anyone: webMethod(Permissions.Anyone, (...args: unknown[]) => {
    ran.push(args)
    return { args, by: caller().subjectId }
  }),
  siteMember: webMethod(Permissions.SiteMember, async () => caller()),
  admin: webMethod(Permissions.Admin, async () => 'closed'),
  nothing: webMethod(Permissions.Anyone, () => undefined),
  throws: webMethod(Permissions.Anyone, () => {
    throw new OurFault('the password is hunter2')
  }),
  rejects: webMethod(Permissions.Anyone, async () => Promise.reject(new OurFault('the password is hunter2'))),
  throwsText: webMethod(Permissions.Anyone, () => {
    throw 'the password is hunter2'
  }),
  big: webMethod(Permissions.Anyone, () => 1n),
  undeclared: () => 'never',
  strange: Object.assign(() => 'never', { permission: 'toString' }),
  inherits: Object.setPrototypeOf(() => 'never', { permission: 'Anyone' }) as object,
  value: { permission: 'Anyone' },
}

function handler(more: Partial<WebMethodHandlerOptions> = {}) {
  const errors: { error: unknown; file: string; method: string }[] = []
  const { fetch, sent } = platform()
  const answer = webMethodHandler({
    files: { 'backend/things.web.ts': things, 'lazy.web.js': async () => ({ hello: webMethod(Permissions.Anyone, () => 'lazily') }) },
    baseUrl: 'https://shop.example',
    fetch,
    siteId: 'here',
    onError: (error, of) => errors.push({ error, ...of }),
    ...more,
  })
  const post = async (path: string, body: string, authorization?: string, method = 'POST') => {
    const headers = authorization === undefined ? {} : { authorization }
    const response = await answer(new Request(`https://app.example${path}`, { method, headers, ...(method === 'POST' && { body }) }))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { answer, post, errors, sent }
}
const at = (method: string) => `/_webMethods/backend/things.web.ts/${method}.ajax`
const text = 'Error: Unable to handle the request. Contact the site administrator or view site monitoring logs for more information.'
const masked = JSON.stringify({ result: { name: 'Error', message: text, stack: text }, exception: true })

describe('who may call', () => {
  const may: Readonly<Record<'anyone' | 'siteMember' | 'admin', readonly string[]>> = {
    anyone: ['visitor', 'member', 'user'],
    siteMember: ['member', 'user'],
    admin: ['user'],
  }
  const all = [...Object.keys(subjects), 'forged', 'visitor,an-api-key', '']
  for (const [method, allowed] of Object.entries(may)) {
    for (const who of all) {
      const is = allowed.includes(who)
      test(`${method} is ${is ? '' : 'not '}for ${who || 'nobody'}`, async () => {
        const { post, errors } = handler()
        const { status, text: said } = await post(at(method), '[]', who)
        assert.equal(status, 200)
        if (is) assert.equal(JSON.parse(said).exception, undefined)
        else assert.equal(said, masked)
        assert.deepEqual(errors, [], 'that somebody may not is no fault')
        const { post: inDevelopment } = handler({ development: true })
        const { result } = JSON.parse((await inDevelopment(at(method), '[]', who)).text)
        const why = who ? 'Insufficient permissions' : 'Request is missing authentication data'
        assert.equal(result?.message, is ? undefined : why)
      })
    }
  }

  test('a method whose permission is none we know is for nobody', async () => {
    assert.equal((await handler().post(at('strange'), '[]', 'user')).text, masked)
  })

  test('without a shop of its own the tokens of all its shops count, with "Bearer" or without', async () => {
    const { post } = handler({ siteId: undefined })
    assert.equal((await post(at('admin'), '[]', 'Bearer user of another shop')).text, '{"result":"closed"}')
    const { post: asked } = handler({ siteId: async () => 'there' })
    assert.equal((await asked(at('admin'), '[]', 'user of another shop')).text, '{"result":"closed"}')
    assert.equal((await asked(at('admin'), '[]', 'user')).text, masked)
  })

  test('the method knows who calls, and calls at once do not mix', async () => {
    const { post } = handler()
    const [member, user] = await Promise.all([post(at('siteMember'), '[]', 'member'), post(at('siteMember'), '[]', 'user')])
    assert.deepEqual(JSON.parse(member.text).result, { subjectType: 'MEMBER', subjectId: 'm-1', siteId: 'here', accessToken: 'member' })
    assert.equal(JSON.parse(user.text).result.subjectId, 'u-1')
    assert.throws(caller, /outside|web methods/)
  })

  test('a platform that is not there is a fault that the caller learns nothing of', async () => {
    const { fetch } = recording(() => ({ status: 503 }))
    const { post, errors } = handler({ fetch: (url, init) => fetch(url, init), baseUrl: 'https://down.example' })
    assert.equal((await post(at('admin'), '[]', 'user')).text, masked)
    assert.equal(errors.length, 1)
  })
})

describe('the wire', () => {
  test('an answer, byte for byte', async () => {
    const { post, sent } = handler()
    const { status, headers, text: said } = await post(at('anyone'), '["Ada",{"n":1},null]', 'visitor')
    assert.equal(said, '{"result":{"args":["Ada",{"n":1},null],"by":"v-1"}}')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'application/json')
    for (const name of ['origin', 'methods', 'headers']) assert.equal(headers.get(`access-control-allow-${name}`), '*')
    assert.deepEqual(
      sent.map(({ method, url, body }) => [method, url, body]),
      [['POST', 'https://shop.example/oauth2/token-info', '{"token":"visitor"}']],
    )
  })

  test('a result that is undefined is left out, and a base may stand in front', async () => {
    assert.equal((await handler().post(`/some/base${at('nothing')}`, '[]', 'visitor')).text, '{}')
    assert.equal((await handler().post('/_webMethods/lazy.web.js/hello.ajax', '[]', 'visitor')).text, '{"result":"lazily"}')
    assert.equal((await handler().post('/_webMethods/backend%2Fthings.web.ts/admin.ajax', '[]', 'user')).text, '{"result":"closed"}')
  })

  test('OPTIONS answers {} and allows what callers send', async () => {
    const { status, headers, text: said } = await handler().post(at('anyone'), '', undefined, 'OPTIONS')
    assert.deepEqual([status, said], [200, '{}'])
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('access-control-allow-methods'), '*')
    assert.equal(headers.get('access-control-allow-headers'), 'Authorization, Content-Type, Baggage, Sentry-Trace, X-Wix-Consistent')
  })

  for (const body of ['', '{}', 'null', '"[]"', '[1,', '1', '{"0":1,"length":1}'])
    test(`a body of ${body || 'nothing'} is an invalid request`, async () => {
      const { status, text: said, headers } = await handler().post(at('anyone'), body, 'visitor')
      assert.deepEqual([status, said], [400, 'invalid request'])
      assert.match(headers.get('content-type')!, /^text\/plain/)
    })

  const none = ['/_webMethods/', '/_webMethods/x.ajax', '/_webMethods//x.ajax', at('anyone').replace('.ajax', ''), '/_webMethods/a/.ajax']
  for (const path of [...none, '/_webMethods/%E0%A4%A/x.ajax', '/_webMethods/../backend/things.web.ts/anyone.ajax', '/elsewhere/x.ajax'])
    test(`${path} is no address of a method`, async () => {
      const { status, text: said } = await handler().post(path, '[]', 'visitor')
      assert.deepEqual([status, said], [400, 'invalid request'])
    })

  test('what is not sent by POST is an invalid request', async () => {
    for (const verb of ['GET', 'DELETE']) assert.equal((await handler().post(at('anyone'), '', 'visitor', verb)).status, 400)
  })
})

describe('only declared functions of the files that are known', () => {
  const prototypes = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'prototype']
  for (const name of [...prototypes, 'undeclared', 'inherits', 'value', 'missing', 'anyone.call', '*'])
    test(`the name ${name} is no method`, async () => {
      const { post, errors } = handler()
      assert.equal((await post(at(encodeURIComponent(name)), '[]', 'user')).text, masked)
      assert.deepEqual(errors, [])
    })
  const strange = [
    'backend/../backend/things.web.ts',
    './backend/things.web.ts',
    '/etc/passwd',
    'backend/things.web',
    'BACKEND/THINGS.WEB.TS',
  ]
  for (const file of [...prototypes, ...strange, 'backend/things.web.ts\0', '..\\things.web.ts'])
    test(`the path ${JSON.stringify(file)} is no file`, async () => {
      const { post, errors } = handler()
      assert.equal((await post(`/_webMethods/${encodeURIComponent(file)}/anyone.ajax`, '[]', 'user')).text, masked)
      assert.deepEqual(errors, [])
    })
})

describe('what a method throws', () => {
  for (const name of ['throws', 'rejects', 'throwsText', 'big'])
    test(`${name}: the caller learns nothing, we all`, async () => {
      const { post, errors } = handler()
      const { status, text: said } = await post(at(name), '[]', 'visitor')
      assert.deepEqual([status, said], [200, masked])
      assert.doesNotMatch(said, /hunter2|OurFault/)
      assert.deepEqual(
        errors.map(({ file, method }) => [file, method]),
        [['backend/things.web.ts', name]],
      )
    })

  test('in development the caller learns what, but no more than name, message and stack', async () => {
    const { post } = handler({ development: true })
    const { result, exception } = JSON.parse((await post(at('throws'), '[]', 'visitor')).text)
    assert.deepEqual([exception, Object.keys(result), result.message], [true, ['name', 'message', 'stack'], 'the password is hunter2'])
    assert.match(result.stack, /web-methods\.test\.ts/)
    assert.equal(JSON.parse((await post(at('throwsText'), '[]', 'visitor')).text).result.message, 'the password is hunter2')
  })

  test('more arguments than a call can take are a failure like any other', async () => {
    const before = ran.length
    assert.equal((await handler().post(at('anyone'), `[${'0,'.repeat(400_000)}0]`, 'visitor')).text, masked)
    assert.equal(ran.length, before)
  })
})

describe('declaring', () => {
  test('tags the very function, as the published package does', () => {
    const plain = (a: number, b: number) => a * b
    const options = { cache: { tags: ['products'], ttl: 60 } }
    const declared = webMethod(Permissions.SiteMember, plain, options)
    assert.equal<unknown>(declared, plain)
    assert.deepEqual(Object.entries(declared), [
      ['permission', 'SiteMember'],
      ['options', options],
    ])
    assert.deepEqual(Object.keys(webMethod(Permissions.Anyone, () => 1)), ['permission'])
    assert.deepEqual(Permissions, { Admin: 'Admin', SiteMember: 'SiteMember', Anyone: 'Anyone' })
  })
})

describe('calling', () => {
  const session = token('member')(undefined as never)
  const served = (fetching = handler().answer): typeof fetch =>
    (async (url: string, init: RequestInit) => fetching(new Request(url, init))) as typeof fetch

  test('from end to end, in the name of the session', async () => {
    const remote = webMethods<typeof things>('backend/things.web.ts', { baseUrl: 'https://app.example/', session, fetch: served() })
    assert.deepEqual(await remote.anyone('a', undefined, undefined), { args: ['a'], by: 'm-1' })
    assert.deepEqual(await remote.anyone(undefined, 1), { args: [null, 1], by: 'm-1' })
    assert.equal((await remote.siteMember()).subjectType, 'MEMBER')
    assert.equal(await remote.nothing(), undefined)
    await assert.rejects(remote.admin(), (error: unknown) => error instanceof WebMethodFailed && error.message === text)
    await assert.rejects(remote.throws(), WebMethodFailed)
  })

  test('what is sent, byte for byte', async () => {
    const { fetch, sent } = recording(() => ({ body: { result: 1 } }))
    const remote = webMethods<typeof things>('backend/a b.web.ts', { baseUrl: 'https://app.example/x', session, fetch })
    await remote.anyone('Ada', [1])
    assert.deepEqual(sent, [
      {
        method: 'POST',
        url: 'https://app.example/x/_webMethods/backend/a%20b.web.ts/anyone.ajax',
        headers: { Authorization: 'member' },
        body: '["Ada",[1]]',
      },
    ])
  })

  test('awaiting the table calls nothing', async () => {
    const { fetch, sent } = recording()
    const remote = webMethods<typeof things>('things.web.ts', { baseUrl: '', session: nobody, fetch })
    assert.equal(await Promise.resolve(remote), remote)
    assert.equal(sent.length, 0)
  })

  for (const [what, answer] of Object.entries({
    'a lost connection': new Error('reset'),
    'a 400': { status: 400, body: 'invalid request' },
    'a page': { body: '<html>' },
    'a 502': { status: 502, body: {} },
  }))
    test(`${what} is nobody's answer`, async () => {
      const { fetch } = recording(() => answer)
      await assert.rejects(webMethods<typeof things>('things.web.ts', { baseUrl: '', session, fetch }).admin(), Unreachable)
    })

  test('the types are what arrives', () => {
    const dated = {
      when: webMethod(Permissions.Anyone, (_day: number) => ({ at: new Date(0), list: [1n, 'a'], f: () => 1 })),
      helper: () => 1,
    }
    const remote = webMethods<typeof dated>('dated.web.ts', { baseUrl: '', session })
    const call: (day: number) => Promise<{ at: string }> = remote.when
    // @ts-expect-error -- it takes a number
    const wrong: (day: string) => unknown = remote.when
    // @ts-expect-error -- it is not declared
    const undeclared = remote.helper
    assert.deepEqual(
      [call, wrong, undeclared].map((one) => typeof one),
      ['function', 'function', 'function'],
    )
  })
})
