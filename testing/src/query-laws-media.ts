import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { insertMedia } from '@vitrine/platform/shop/media/store'
import type { TestPlatform } from './platform.ts'
import type { QueryLaw } from './query-law.ts'

const bytesOf = ({ sizeInBytes }: Readonly<Record<string, unknown>>): number => Number(sizeInBytes)

/** The lists of files and folders, by the operations that query them. */
export const mediaLaws: { readonly [R in Route]?: QueryLaw } = {
  'POST /site-media/v1/files/query': {
    rows: 'files',
    fields: {
      id: 'text',
      displayName: 'text',
      parentFolderId: 'text',
      private: 'flag',
      mediaType: 'text',
      operationStatus: 'text',
      labels: 'texts',
      state: 'text',
      sizeInBytes: { kind: 'number', of: bytesOf },
      createdDate: 'instant',
      updatedDate: 'instant',
    },
  },
  'POST /site-media/v1/folders/query': {
    rows: 'folders',
    fields: { id: 'text', displayName: 'text', parentFolderId: 'text', state: 'text', createdDate: 'instant', updatedDate: 'instant' },
  },
}

const kinds = ['IMAGE', 'VIDEO', 'DOCUMENT'] as const
const names = ['Mug.webp', 'mug.webp', 'Bowl – wide.webp', 'Über.pdf', '10%_off.zip', 'At the wheel.mp4']

/** Files and folders that have something in common and something of their own. */
export async function fillWithFiles({ platform: { database }, site, url, apiKey: key, clock }: TestPlatform): Promise<void> {
  const { folders } = createClient({ baseUrl: url, auth: apiKey(key), modules: backOffice })
  const made: string[] = []
  for (const displayName of ['Summer', 'summer', 'Mugs & bowls', 'Über'])
    made.push((await folders.createFolder({ displayName, ...(made[0] !== undefined && { parentFolderId: made[0] }) })).folder.id)
  for (const [i, fileName] of [...names, ...names].entries()) {
    clock.advance(1000)
    const file = {
      id: `file-${i}.bin`,
      kind: kinds[i % kinds.length]!,
      mime: 'image/webp',
      fileName,
      digest: String(i).padStart(64, '0'),
      bytes: 100 * (i % 5),
      width: null,
      height: null,
      alpha: false,
      focal: { x: 0.5, y: 0.5 },
      colour: null,
      placeholder: null,
      private: i % 4 === 0,
    }
    const more = {
      folderId: ['media-root', ...made][i % 3]!,
      displayName: i % 2 === 0 ? null : `Renamed ${i % 3}`,
      labels: ['summer', 'clay', 'sale'].slice(0, i % 4),
      operationStatus: i % 5 === 0 ? ('FAILED' as const) : ('READY' as const),
      sourceUrl: null,
      externalInfo: null,
      uploadedBy: null,
      words: '',
    }
    await insertMedia(database, site, file, clock.now(), undefined, more)
  }
}
