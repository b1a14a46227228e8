/** Makes the developers' documents of a shop in a thread of its own; see `documents.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { openapi } from '@vitrine/contract/openapi'
import { apiInfo } from '../api-info.ts'
import { llmsTxt } from '../llms-txt.ts'
import { referencePage } from '../reference.ts'
import type { DocumentTexts } from './documents.ts'
import { explorerDocument } from './explorer-document.ts'

const origin = workerData as string
const document = openapi(apiInfo, origin)
const texts: DocumentTexts = {
  openapi: JSON.stringify(document),
  explorer: JSON.stringify(explorerDocument(document)),
  reference: referencePage(document),
  llms: llmsTxt(document, origin),
}
parentPort!.postMessage(texts)
