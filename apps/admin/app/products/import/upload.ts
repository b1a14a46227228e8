import type { ProductImport } from '@vitrine/contract'
import { client } from '../../client.ts'

/** As the shop takes them. */
const partBytes = 512 * 1024

const inBase64 = (part: Blob): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).split(',', 2)[1] ?? '')
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(part)
  })

/** Sends a file to the shop part by part, and answers what it was read as. */
export async function sendFile(file: File, tell: (share: number) => void): Promise<ProductImport> {
  let { productImport } = await client.productImports.createProductImport({ fileName: file.name.slice(0, 200), bytes: file.size })
  for (let number = 0; number * partBytes < file.size; number++) {
    const part = file.slice(number * partBytes, (number + 1) * partBytes)
    ;({ productImport } = await client.productImports.uploadProductImportPart({ id: productImport.id, number, data: await inBase64(part) }))
    tell(Math.min(1, ((number + 1) * partBytes) / file.size))
  }
  return productImport
}
