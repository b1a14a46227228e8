import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import type { ReadyWrite } from './order-writes.ts'
import { addPicture } from './pictures.ts'
import type { TestPlatform } from './platform.ts'

/** The writes of files and folders, each of one that nobody else changes. */
export function mediaWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const addFolder = async () => (await office().folders.createFolder({ displayName: 'Written' })).folder.id
  const addFilm = async () => {
    const fileId = await addPicture(shop)
    await shop.platform.database.query(sql`update media set kind = 'VIDEO' where site = ${shop.site} and id = ${fileId}`)
    return fileId
  }
  const ready = (body: object, params: Record<string, string> = {}): ReadyWrite => ({ params, body })
  const source = { url: 'https://pictures.example.com/mug.webp' }
  return {
    'POST /site-media/v1/files/generate-upload-url': async () => ready({ mimeType: 'image/webp' }),
    'POST /site-media/v1/files/generate-resumable-upload-url': async () => ready({ mimeType: 'video/mp4' }),
    'PATCH /site-media/v1/files/update-file-descriptor': async () =>
      ready({ file: { id: await addPicture(shop), displayName: 'Renamed' } }),
    'POST /site-media/v1/files/import': async () => ready(source),
    'POST /site-media/v1/bulk/files/import': async () => ready({ importFileRequests: [source] }),
    'POST /site-media/v1/bulk/files/import-v2': async () => ready({ importFileRequests: [source], returnEntity: true }),
    'POST /site-media/v1/bulk/files/delete': async () => ready({ fileIds: [await addPicture(shop)] }),
    'POST /site-media/v1/bulk/trash-bin/files/restore': async () => {
      const id = await addPicture(shop)
      await office().files.bulkDeleteFiles({ fileIds: [id] })
      return ready({ fileIds: [id] })
    },
    'POST /site-media/v1/files/generate-file-download-url': async () => ready({ fileId: await addPicture(shop) }),
    'POST /site-media/v1/files/generate-download-url': async () => ready({ fileIds: [await addPicture(shop)] }),
    'POST /site-media/v1/files/generate-video-stream-url': async () => {
      const fileId = await addFilm()
      await shop.platform.database.query(sql`
        update media set private = true, details = '{"streams":{"hls":"hls/index.m3u8"}}' where site = ${shop.site} and id = ${fileId}`)
      return ready({ fileId, format: 'HLS' })
    },
    'POST /site-media/v1/folders/{folderId}/generate-download-url': async () => ready({}, { folderId: await addFolder() }),
    'POST /site-media/v1/folders': async () => ready({ displayName: 'Made' }),
    'PATCH /site-media/v1/folders/{folder.id}': async () =>
      ready({ folder: { displayName: 'Renamed' } }, { 'folder.id': await addFolder() }),
    'POST /site-media/v1/bulk/folders/delete': async () => ready({ folderIds: [await addFolder()] }),
    'POST /site-media/v1/bulk/trash-bin/folders/restore': async () => {
      const id = await addFolder()
      await office().folders.bulkDeleteFolders({ folderIds: [id] })
      return ready({ folderIds: [id] })
    },
    'PATCH /vitrine/v1/media/files/{fileId}': async () => ready({ altText: 'A mug' }, { fileId: await addPicture(shop) }),
    'POST /vitrine/v1/media/files/{fileId}/replace': async () =>
      ready({ withFileId: await addPicture(shop), removeOther: true }, { fileId: await addPicture(shop) }),
    'PUT /vitrine/v1/media/files/{fileId}/captions/{language}': async () =>
      ready({ label: 'English', content: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n' }, { fileId: await addFilm(), language: 'en' }),
    'DELETE /vitrine/v1/media/files/{fileId}/captions/{language}': async () => ready({}, { fileId: await addFilm(), language: 'en' }),
    'PATCH /vitrine/v1/media/settings': async () => ready({ mediaSettings: { trashDays: 31 } }),
  }
}
