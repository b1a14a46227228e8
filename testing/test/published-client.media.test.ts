import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { files, folders } from '@wix/media'
import { ApiKeyStrategy, createClient } from '@wix/sdk'
import sharp from 'sharp'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let hosts: PublishedHosts
let source: Server
let sourceUrl: string
const asked: { url: string; headers: Record<string, unknown> }[] = []
let picture: Buffer

before(async () => {
  shop = await startTestPlatform()
  hosts = publishedHosts(shop.url)
  picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#aa5533' } })
    .webp()
    .toBuffer()
  source = createServer((request, response) => {
    asked.push({ url: request.url!, headers: request.headers })
    if (request.url!.startsWith('/gone')) return void response.writeHead(404).end()
    if (request.url!.startsWith('/moved')) return void response.writeHead(302, { location: '/bowl.webp' }).end()
    response.writeHead(200, { 'content-type': 'image/webp' }).end(picture)
  })
  await new Promise<void>((listening) => source.listen(0, '127.0.0.1', listening))
  sourceUrl = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  hosts[Symbol.dispose]()
  source.closeAllConnections()
  source.close()
  assert.deepEqual(shop.faults, [])
})

const office = () => createClient({ modules: { files, folders }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) })

/** A folder of the shop. */
const createFolder = async (name: string, parentFolderId?: string) =>
  (await office().folders.createFolder(name, parentFolderId === undefined ? {} : { parentFolderId })).folder!

/** A picture that no other test has. */
async function pictureOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .webp()
    .toBuffer()
}

/** Sends a file to an address that the shop gave out, as a browser does. */
async function upload(uploadUrl: string, bytes: Buffer, name?: string) {
  const answer = await shop.platform.uploads.take(
    shop.site,
    new URL(uploadUrl).pathname.slice('/uploads/'.length),
    Readable.from([bytes]),
    name,
  )
  assert.ok('file' in answer, JSON.stringify(answer))
  return answer.file
}

async function fetched(url: string, headers: Record<string, string> = {}) {
  const { pathname } = new URL(url)
  const answer = await shop.platform.fileLinks({ site: shop.site, method: 'GET', path: pathname, headers })
  const body = answer.body instanceof Readable ? Buffer.concat(await answer.body.toArray()) : (answer.body ?? Buffer.alloc(0))
  return { ...answer, body }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: {
      details?: { applicationError?: { code: string }; validationError?: { fieldViolations: { ruleName?: string; field: string }[] } }
    }) =>
      error.details?.applicationError?.code ??
      error.details?.validationError?.fieldViolations.map(({ ruleName, field }) => ruleName ?? field).join() ??
      String(error),
  )

const eventsOf = async (id: string) =>
  (
    await shop.platform.database.query<{ type: string; payload: { externalInfo?: object; triggeredByUndelete?: boolean } }>(
      sql`select type, payload from outbox where site = ${shop.site} and entity_id = ${id} order by id`,
    )
  ).map(({ type, payload }) => [type.split('file_descriptor_')[1], payload.externalInfo, payload.triggeredByUndelete])

describe('files of the published client', () => {
  test('come in, are told of, found, named, put into folders, trashed, restored and deleted', async () => {
    const { files: api } = office()
    const folder = await createFolder('Summer')
    const { uploadUrl } = await api.generateFileUploadUrl('image/webp', {
      fileName: 'Mug, in clay.webp',
      sizeInBytes: String(picture.length),
      parentFolderId: folder._id!,
      labels: ['mugs', ' mugs', 'clay'],
      externalInfo: { origin: 'dam', externalIds: ['4711'] },
    })
    const sent = await upload(uploadUrl!, picture)
    assert.deepEqual(await eventsOf(sent.id), [['file_ready', { origin: 'dam', externalIds: ['4711'] }, false]])

    const file = await api.getFileDescriptor(sent.id)
    assert.deepEqual(
      [
        file.displayName,
        file.parentFolderId,
        file.labels,
        file.mediaType,
        file.operationStatus,
        file.state,
        file.private,
        file.sizeInBytes,
      ],
      ['Mug, in clay.webp', folder._id, ['mugs', 'clay'], 'IMAGE', 'READY', 'OK', false, String(picture.length)],
    )
    assert.equal(file.url, `${shop.url}/media/${sent.id}`)
    assert.match(String(file.media!.image!.image), new RegExp(`^wix:image://v1/${sent.id}/Mug.*#originWidth=90&originHeight=60`))
    assert.deepEqual(
      (await api.getFileDescriptors([sent.id])).files!.map(({ _id }) => _id),
      [sent.id],
    )
    assert.equal(await codeOf(api.getFileDescriptors([sent.id, 'nothing'])), 'FILE_NOT_FOUND')
    assert.equal(await codeOf(api.getFileDescriptor('nothing')), 'FILE_NOT_FOUND')

    const listed = async (options: Parameters<typeof api.listFiles>[0]) => (await api.listFiles(options)).files!.map(({ _id }) => _id)
    assert.deepEqual(await listed({ parentFolderId: folder._id! }), [sent.id])
    assert.ok(!(await listed({})).includes(sent.id), 'the root holds what is in no folder')
    assert.deepEqual(await listed({ parentFolderId: folder._id!, mediaTypes: ['VIDEO'] }), [])
    const found = async (search: string) => (await api.searchFiles({ search })).files!.map(({ _id }) => _id)
    assert.deepEqual([await found('cla'), await found('MUG clay'), await found('spoon')], [[sent.id], [sent.id], []])
    const queried = await api.queryFileDescriptors().eq('mediaType', 'IMAGE').ascending('displayName').find()
    assert.ok(queried.items.some(({ _id }) => _id === sent.id))

    const renamed = await api.updateFileDescriptor({ _id: sent.id, displayName: 'Morning mug', labels: ['sage'] })
    assert.deepEqual([renamed.displayName, renamed.labels, renamed.parentFolderId], ['Morning mug', ['sage'], folder._id])
    assert.deepEqual([await found('morning'), await found('sage'), await found('clay')], [[sent.id], [sent.id], [sent.id]])
    assert.equal(await codeOf(api.updateFileDescriptor({ _id: sent.id })), 'FIELD_MASK_IS_EMPTY_OR_MISSING')
    assert.equal(await codeOf(api.updateFileDescriptor({ _id: sent.id, parentFolderId: 'none' })), 'RESOURCE_NOT_FOUND')

    await api.bulkDeleteFiles([sent.id])
    assert.equal((await api.getFileDescriptor(sent.id)).state, 'DELETED')
    assert.deepEqual(await listed({ parentFolderId: folder._id! }), [])
    assert.deepEqual(
      (await api.listDeletedFiles()).files!.map(({ _id }) => _id),
      [sent.id],
    )
    assert.deepEqual(
      (await api.searchFiles({ search: 'morning', rootFolder: 'TRASH_ROOT' })).files!.map(({ _id }) => _id),
      [sent.id],
    )
    await api.bulkRestoreFilesFromTrashBin([sent.id, 'nothing'])
    assert.deepEqual(await listed({ parentFolderId: folder._id! }), [sent.id])
    assert.deepEqual(
      (await eventsOf(sent.id)).map(([type, , undeleted]) => [type, undeleted]),
      [
        ['file_ready', false],
        ['updated', undefined],
        ['deleted', undefined],
        ['file_ready', true],
      ],
    )

    const [{ digest } = { digest: '' }] = await shop.platform.database.query<{ digest: string }>(
      sql`select digest from media where site = ${shop.site} and id = ${sent.id}`,
    )
    await api.bulkDeleteFiles([sent.id], { permanent: true })
    assert.equal(await codeOf(api.getFileDescriptor(sent.id)), 'FILE_NOT_FOUND')
    await shop.platform.everyMinute()
    assert.equal(await shop.platform.originals.read(shop.site, digest), undefined, 'its bytes are gone, too')
  })

  test('the same content again is one file in one folder, and another in another; bytes stay as long as one is there', async () => {
    const { files: api } = office()
    const bytes = await pictureOf('#123456')
    const folder = await createFolder('Twice')
    const address = async (parentFolderId?: string) =>
      (await api.generateFileUploadUrl('image/webp', { fileName: 'twice.webp', ...(parentFolderId && { parentFolderId }) })).uploadUrl!
    const one = await upload(await address(), bytes)
    assert.equal((await upload(await address(), bytes)).id, one.id)
    const other = await upload(await address(folder._id), bytes)
    assert.notEqual(other.id, one.id)
    await api.bulkDeleteFiles([one.id], { permanent: true })
    await shop.platform.everyMinute()
    assert.deepEqual(await shop.platform.originals.read(shop.site, other.hash), bytes)
  })

  test('are turned over page by page, and sorted', async () => {
    const { files: api } = office()
    const folder = (await createFolder('Pages'))._id!
    for (const [i, name] of ['b.webp', 'a.webp', 'c.webp'].entries()) {
      const { uploadUrl } = await api.generateFileUploadUrl('image/webp', { fileName: name, parentFolderId: folder })
      await upload(uploadUrl!, await pictureOf(`#0000${i}${i}`))
    }
    const names: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await api.listFiles({
        parentFolderId: folder,
        sort: { fieldName: 'displayName', order: 'DESC' },
        paging: { limit: 2, ...(cursor && { cursor }) },
      })
      names.push(...page.files!.map(({ displayName }) => displayName!))
      cursor = page.nextCursor?.cursors?.next ?? undefined
      if (!cursor) break
    }
    assert.deepEqual(names, ['c.webp', 'b.webp', 'a.webp'])
    let result = await api.queryFileDescriptors().descending('sizeInBytes').limit(2).find()
    const seen = result.items.map(({ _id }) => _id)
    while (result.hasNext()) {
      result = await result.next()
      seen.push(...result.items.map(({ _id }) => _id))
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.ok(seen.length >= 3)
    assert.equal(await codeOf(api.listFiles({ sort: { fieldName: 'wool' } })), 'query.sort[0].fieldName')
  })

  test('are sent to an address by TUS', async () => {
    const { files: api } = office()
    const answer = await api.generateFileResumableUploadUrl('video/mp4', { fileName: 'wheel.mp4', uploadProtocol: 'TUS' })
    assert.equal(answer.uploadProtocol, 'TUS')
    assert.equal(answer.uploadUrl, `${shop.url}/uploads/resumable`)
    assert.match(answer.uploadToken!, /^[\w-]{20,}$/)
    assert.equal(await codeOf(api.generateFileResumableUploadUrl('text/html')), 'UNSUPPORTED_FILE_FORMAT')
    assert.equal(await codeOf(api.generateFileUploadUrl('video/mp4', { sizeInBytes: '4000000001' })), 'FILE_SIZE_OVER_LIMIT')
    assert.equal(await codeOf(api.generateFileUploadUrl('video/mp4', { sizeInBytes: '0' })), 'ZERO_FILE_SIZE')
    assert.equal(await codeOf(api.generateFileUploadUrl('image/webp', { parentFolderId: 'none' })), 'RESOURCE_NOT_FOUND')
  })

  test('are imported from addresses in the background', async () => {
    const { files: api } = office()
    const file = await api.importFile(`${sourceUrl}/bowl.webp`, {
      displayName: 'Bowl',
      filePath: '/imports/bowls',
      urlParams: { size: 'large' },
      urlHeaders: { Authorization: 'Bearer sesame' },
      externalInfo: { origin: 'dam', externalIds: ['1'] },
    })
    assert.deepEqual([file.file!.operationStatus, file.file!.displayName, file.file!.sizeInBytes], ['PENDING', 'Bowl', '0'])
    await shop.platform.jobs.settle()
    const ready = await api.getFileDescriptor(file.file!._id!)
    assert.deepEqual(
      [ready.operationStatus, ready.sizeInBytes, ready.sourceUrl],
      ['READY', String(picture.length), `${sourceUrl}/bowl.webp`],
    )
    assert.equal(asked.at(-1)!.url, '/bowl.webp?size=large')
    assert.equal(asked.at(-1)!.headers['authorization'], 'Bearer sesame')
    assert.deepEqual(await eventsOf(ready._id!), [['file_ready', { origin: 'dam', externalIds: ['1'] }, false]])
    assert.equal((await office().folders.getFolder(ready.parentFolderId!)).displayName, 'bowls')

    const many = await api.bulkImportFiles([{ url: `${sourceUrl}/moved` }, { url: `${sourceUrl}/gone.webp` }])
    await shop.platform.jobs.settle()
    const [moved, gone] = (await api.getFileDescriptors(many.files!.map(({ _id }) => _id!))).files!
    assert.deepEqual([moved!.operationStatus, gone!.operationStatus], ['READY', 'FAILED'])
    assert.deepEqual(
      (await eventsOf(gone!._id!)).map(([type]) => type),
      ['file_failed'],
    )

    const results = await api.bulkImportFile(
      [
        { url: `${sourceUrl}/mug.webp` },
        { url: 'https://127.0.0.1.nip.io:1/x', parentFolderId: 'none' },
        { url: 'http://93.184.216.34/a.webp' },
      ],
      { returnEntity: true },
    )
    assert.deepEqual(
      results.results!.map(({ itemMetadata, item }) => [
        itemMetadata!.originalIndex,
        itemMetadata!.success,
        itemMetadata!.error?.code,
        item?.operationStatus,
      ]),
      [
        [0, true, undefined, 'PENDING'],
        [1, false, 'RESOURCE_NOT_FOUND', undefined],
        [2, false, 'OUTBOUND_ADDRESS_NOT_ALLOWED', undefined],
      ],
    )
    assert.deepEqual(results.bulkActionMetadata, { totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 })
    assert.equal(await codeOf(api.importFile('file:///etc/passwd')), 'OUTBOUND_ADDRESS_NOT_ALLOWED')
    assert.equal(await codeOf(api.importFile(`${sourceUrl}/a`, { urlHeaders: { host: 'evil' } })), 'INVALID_HEADER')
    await shop.platform.jobs.settle()
  })

  test('are downloaded by links that end, under any name, by ranges, and as an archive', async () => {
    const { files: api, folders: folderApi } = office()
    const folder = (await createFolder('Private'))._id!
    const { uploadUrl } = await api.generateFileUploadUrl('image/webp', { fileName: 'secret.webp', private: true, parentFolderId: folder })
    const sent = await upload(uploadUrl!, await pictureOf('#00ff00'))
    const file = await api.getFileDescriptor(sent.id)
    assert.deepEqual([file.private, file.url], [true, ''])

    const { downloadUrls } = await api.generateFileDownloadUrl(sent.id, {
      downloadFileName: 'Größe.webp',
      expirationInMinutes: 30,
      expirationRedirectUrl: 'https://example.com/over',
      contentDisposition: 'INLINE',
    })
    const [{ url, assetKey } = {}] = downloadUrls!
    assert.equal(assetKey, 'src')
    const whole = await fetched(url!)
    assert.deepEqual(
      [whole.status, whole.headers['content-type'], whole.headers['cache-control']],
      [200, 'image/webp', 'private, no-store'],
    )
    assert.match(whole.headers['content-disposition']!, /^inline; .*filename\*=UTF-8''Gr%C3%B6%C3%9Fe\.webp$/)
    const part = await fetched(url!, { range: 'bytes=2-5' })
    assert.deepEqual([part.status, part.body], [206, whole.body.subarray(2, 6)])
    assert.equal((await fetched(`${url!.slice(0, url!.lastIndexOf('/') - 4)}AAAA/x`)).status, 404)
    shop.clock.advance(31 * 60_000)
    const over = await fetched(url!)
    assert.deepEqual([over.status, over.headers['location']], [302, 'https://example.com/over'])
    assert.equal(await codeOf(api.generateFileDownloadUrl(sent.id, { assetKeys: ['1080p.mp4'] })), 'INVALID_ASSET_KEY')
    assert.equal(await codeOf(api.generateFileDownloadUrl('nothing')), 'FILE_NOT_FOUND')
    assert.equal(await codeOf(api.generateVideoStreamingUrl(sent.id)), 'VIDEO_STREAM_UNAVAILABLE')

    const inner = (await createFolder('../Deep', folder))._id!
    const again = await api.generateFileUploadUrl('image/webp', { fileName: 'secret.webp', parentFolderId: inner })
    const second = await upload(again.uploadUrl!, await pictureOf('#00ff01'))
    const archive = await fetched((await api.generateFilesDownloadUrl([sent.id, second.id])).downloadUrl!)
    assert.deepEqual(namesInZip(archive.body), ['secret (2).webp', 'secret.webp'])
    assert.equal(archive.headers['content-length'], String(archive.body.length))
    const all = await fetched((await folderApi.generateFolderDownloadUrl(folder)).downloadUrl!)
    assert.deepEqual(namesInZip(all.body), ['.._Deep/secret.webp', 'secret.webp'])
    assert.ok(all.body.includes(whole.body))
    assert.match(all.headers['content-disposition']!, /^attachment; filename="Private\.zip"/)
  })
})

/** The names in the directory at the end of an archive. */
function namesInZip(bytes: Buffer): string[] {
  const names: string[] = []
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [number, number, number]
    names.push(bytes.toString('utf8', at + 46, at + 46 + name))
    at += 46 + name + extra + comment
  }
  return names.sort()
}

describe('folders of the published client', () => {
  test('are made, found, renamed, moved, trashed with what is in them, restored and deleted', async () => {
    const { files: api, folders: folderApi } = office()
    const top = await createFolder('Autumn')
    assert.deepEqual([top.displayName, top.parentFolderId, top.state], ['Autumn', 'media-root', 'OK'])
    const inner = await createFolder('Bowls', top._id)
    assert.equal((await folderApi.getFolder(inner._id!)).parentFolderId, top._id)
    assert.deepEqual(
      (await folderApi.listFolders({ parentFolderId: top._id! })).folders!.map(({ _id }) => _id),
      [inner._id],
    )
    assert.ok((await folderApi.listFolders()).folders!.some(({ _id }) => _id === top._id))
    assert.deepEqual(
      (await folderApi.searchFolders({ search: 'autu' })).folders!.map(({ _id }) => _id),
      [top._id],
    )
    const queried = await folderApi.queryFolders().eq('state', 'OK').ascending('displayName').limit(100).find()
    assert.ok(queried.items.some(({ _id }) => _id === inner._id))

    const renamed = await folderApi.updateFolder(inner._id!, { displayName: 'Cups' })
    assert.deepEqual([renamed.displayName, renamed.parentFolderId], ['Cups', top._id])
    assert.equal(await codeOf(folderApi.updateFolder(top._id!, { parentFolderId: inner._id! })), 'FOLDER_WITHIN_ITSELF')
    assert.equal(await codeOf(folderApi.updateFolder(top._id!, { parentFolderId: top._id! })), 'FOLDER_WITHIN_ITSELF')
    assert.equal(await codeOf(createFolder('x', 'none')), 'FOLDER_NOT_FOUND')
    assert.equal(await codeOf(folderApi.getFolder('none')), 'FOLDER_NOT_FOUND')

    const { uploadUrl } = await api.generateFileUploadUrl('image/webp', { fileName: 'cup.webp', parentFolderId: inner._id! })
    const sent = await upload(uploadUrl!, await pictureOf('#ff00ff'))
    await folderApi.bulkDeleteFolders([top._id!])
    assert.equal((await api.getFileDescriptor(sent.id)).state, 'DELETED')
    assert.deepEqual((await api.searchFiles({ search: 'cup' })).files, [])
    assert.deepEqual(
      (await folderApi.listDeletedFolders()).folders!.map(({ _id }) => _id),
      [top._id],
    )
    assert.deepEqual(
      (await folderApi.listDeletedFolders({ parentFolderId: top._id! })).folders!.map(({ _id }) => _id),
      [inner._id],
    )
    assert.deepEqual(
      (await api.listDeletedFiles({ parentFolderId: inner._id! })).files!.map(({ _id }) => _id),
      [sent.id],
    )

    await folderApi.bulkRestoreFoldersFromTrashBin([top._id!])
    assert.equal((await folderApi.getFolder(inner._id!)).state, 'OK')
    assert.equal((await api.getFileDescriptor(sent.id)).state, 'OK')

    await folderApi.bulkDeleteFolders([top._id!])
    await api.bulkRestoreFilesFromTrashBin([sent.id])
    assert.deepEqual((await api.getFileDescriptor(sent.id)).parentFolderId, 'media-root', 'alone out of a folder in the trash')
    await folderApi.bulkRestoreFoldersFromTrashBin([inner._id!])
    assert.deepEqual((await folderApi.getFolder(inner._id!)).parentFolderId, 'media-root')
    await folderApi.bulkRestoreFoldersFromTrashBin([top._id!])

    const more = await api.generateFileUploadUrl('image/webp', { fileName: 'cup.webp', parentFolderId: top._id! })
    const lost = await upload(more.uploadUrl!, await pictureOf('#ff00fe'))
    await folderApi.bulkDeleteFolders([top._id!], { permanent: true })
    assert.equal(await codeOf(folderApi.getFolder(top._id!)), 'FOLDER_NOT_FOUND')
    await shop.platform.jobs.settle()
    assert.equal(await codeOf(api.getFileDescriptor(lost.id)), 'FILE_NOT_FOUND')
    assert.deepEqual(
      (await eventsOf(lost.id)).map(([type]) => type),
      ['file_ready', 'deleted'],
    )
  })

  test('two that are moved into each other at once make no circle', async () => {
    const { folders: folderApi } = office()
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await createFolder('A'), await createFolder('B')]
      const codes = await Promise.all([
        codeOf(folderApi.updateFolder(a._id!, { parentFolderId: b._id! })),
        codeOf(folderApi.updateFolder(b._id!, { parentFolderId: a._id! })),
      ])
      assert.deepEqual(codes.sort(), ['FOLDER_WITHIN_ITSELF', 'done'])
    }
  })
})
