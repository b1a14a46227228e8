import { constants } from 'node:fs'
import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { absent } from '../originals.ts'
import { privateFile, privateFolder } from '../private-folder.ts'
import { PartsGone, pathOfUpload, staleMs, type UploadName, type UploadParts } from './parts.ts'

const megabyte = 1024 * 1024

/** Uploads under way in a folder, each one file: `<site>/<id>`. */
export function folderParts(folder: string): UploadParts {
  const place = (upload: UploadName) => join(folder, ...pathOfUpload(upload))
  return {
    step: 4 * megabyte,
    async put(upload, at, bytes) {
      const path = place(upload)
      await mkdir(dirname(path), { recursive: true, mode: privateFolder })
      const file = await open(path, constants.O_WRONLY | constants.O_CREAT, privateFile)
      try {
        if ((await file.stat()).size < at) throw new PartsGone(`${path} ends before byte ${at}`)
        for (let sent = 0; sent < bytes.length; ) sent += (await file.write(bytes, sent, bytes.length - sent, at + sent)).bytesWritten
        await file.datasync()
      } finally {
        await file.close()
      }
      return undefined
    },
    async collect(upload, _parts, bytes) {
      const path = place(upload)
      if (((await absent(stat(path)))?.size ?? -1) < bytes) throw new PartsGone(`${path} ends before byte ${bytes}`)
      // What a process wrote that was killed before it had said so.
      await truncate(path, bytes)
      return path
    },
    async discard(upload) {
      await rm(place(upload), { force: true })
    },
    async sweep(now) {
      for (const site of (await absent(readdir(folder))) ?? [])
        for (const id of (await absent(readdir(join(folder, site)))) ?? []) {
          const path = join(folder, site, id)
          const known = await absent(stat(path))
          if (known && now - known.mtimeMs > staleMs) await rm(path, { force: true })
        }
    },
    async close() {},
  }
}
