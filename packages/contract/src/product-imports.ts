import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text, whole } from './primitives.ts'

/** The most bytes that a file of products may have. */
export const mostImportBytes = 100_000_000

/** A file is sent in parts of this many bytes; the last one may have fewer. */
export const importPartBytes = 512 * 1024

/** How many rows a file of products may have. */
export const mostImportRows = 200_000

/**
 * `UPLOADING`: its parts are arriving. `READY`: it was read, and waits for the column mapping. `CHECKING`, `CHECKED`: the dry run.
 * `RUNNING`, `PAUSED`, `DONE`, `CANCELED`. `UNDOING`, `UNDONE`: its changes are reverted. `FAILED`: the file cannot be read, `failure` says
 * why.
 */
export const ProductImportState = z.enum([
  'UPLOADING',
  'READY',
  'CHECKING',
  'CHECKED',
  'RUNNING',
  'PAUSED',
  'DONE',
  'CANCELED',
  'UNDOING',
  'UNDONE',
  'FAILED',
])
export type ProductImportState = z.infer<typeof ProductImportState>

export const ProductImportFormat = z.enum(['VITRINE', 'SHOPIFY', 'WOOCOMMERCE', 'WIX'])
export type ProductImportFormat = z.infer<typeof ProductImportFormat>

export const ProductImportSettings = z.object({
  /** The format of the file; `VITRINE` for our own and for handmade sheets. */
  format: ProductImportFormat,
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  delimiter: z.enum([',', ';', '\t']),
  /** What each column of the file is, in their order; an empty text for an ignored one. */
  columns: z.array(text(40)).max(500),
  /** What happens to existing products: matched by their id, else by SKU, else by slug. */
  existing: z.enum(['UPDATE', 'SKIP', 'CREATE']),
  /** Whether an empty cell leaves the value or clears it. */
  emptyCells: z.enum(['KEEP', 'CLEAR']),
  /** Whether new products are hidden at first, whatever the file says. */
  hideNew: z.boolean(),
})
export interface ProductImportSettings extends z.infer<typeof ProductImportSettings> {}

export const ProductImportCounts = z.object({
  rows: z.int(),
  products: z.int(),
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  /** Products that cannot be imported. */
  errors: z.int(),
  /** Products with guessed values. */
  guessed: z.int(),
  pictures: z.int(),
  /** Of the new products, those that shoppers do not see at first. */
  newHidden: z.int(),
  /** How many of the changed products change in a field, named as in the products file; the most frequent first. */
  fields: z.array(z.object({ field: z.string(), products: z.int() })),
  /** How many products the dry run, the import or its undo has processed. */
  processed: z.int(),
  /** Of the import: done, and failed although the dry run passed. */
  done: z.int(),
  failed: z.int(),
  /** Of the undo: what was changed since, and stays. */
  conflicts: z.int(),
})
export interface ProductImportCounts extends z.infer<typeof ProductImportCounts> {}

export const ProductImport = z.object({
  id: Guid,
  state: ProductImportState,
  fileName: z.string(),
  bytes: z.int(),
  receivedBytes: z.int(),
  /** Absent until the file was read. */
  settings: ProductImportSettings.optional(),
  /** The columns of the file with their first values. */
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  counts: ProductImportCounts,
  /** Why the file cannot be read, as a sentence. */
  failure: z.string().optional(),
  createdDate: Instant,
  startedDate: Instant.optional(),
  endedDate: Instant.optional(),
  /** Until then it can be undone; then the file and its report are deleted. */
  expiresDate: Instant,
  /** Whether its file is the sample that comes with Vitrine. */
  sample: z.boolean(),
})
export interface ProductImport extends z.infer<typeof ProductImport> {}

/** In a list of products each of their cells is cut at this many characters. */
export const longestListedCell = 300

const Line = z.object({
  /** The header is row 1. */
  row: z.int(),
  /** In the order of the file's columns. */
  cells: z.array(z.string()),
})

const Remark = z.object({
  row: z.int(),
  /** What the column is called in the file; absent where it is about the whole row. */
  column: z.string().optional(),
  message: z.string(),
})

export const ProductImportOutcome = z.enum(['NEW', 'CHANGED', 'UNCHANGED', 'SKIPPED', 'ERROR'])
export type ProductImportOutcome = z.infer<typeof ProductImportOutcome>

/** The outcome of one product of the file. */
export const ProductImportItem = z.object({
  /** The first of its rows; the header is row 1. */
  row: z.int(),
  rows: z.int(),
  name: z.string(),
  sku: z.string(),
  outcome: ProductImportOutcome,
  /** Field by field; `variant` is named by its choices. Long texts are cut. */
  changes: z.array(z.object({ field: z.string(), variant: z.string().optional(), before: z.string(), after: z.string() })),
  errors: z.array(Remark),
  guesses: z.array(Remark),
  /** `PENDING` before the import reaches it. `CONFLICT`: the undo left something as it is, `errors` says what. */
  state: z.enum(['PENDING', 'DONE', 'FAILED', 'UNDONE', 'CONFLICT']),
  /** Of the shop; absent for a new one not imported yet. */
  productId: Guid.optional(),
  /** The first of its rows, as many as requested; texts are cut at `longestListedCell` characters. */
  lines: z.array(Line).optional(),
})
export interface ProductImportItem extends z.infer<typeof ProductImportItem> {}

const one = z.object({ productImport: ProductImport })
const byId = z.object({ id: Guid })

/**
 * Imports of products from CSV files: of Vitrine, Shopify, WooCommerce and Wix as they export them, and of handmade sheets. A file is sent,
 * read, tried in a dry run that changes nothing, and then imported in the background. What an import did can be undone for 30 days.
 */
export const productImports = operations({
  /**
   * Begins an import. Its bytes follow in parts.
   *
   * `{ fileName: 'autumn.csv', bytes: 61234 }`
   */
  'POST /vitrine/v1/product-imports': operation({
    as: 'user',
    summary: 'Begin an import of products',
    input: z.object({ fileName: text(200, 1), bytes: whole(1, mostImportBytes) }),
    ok: one,
    errors: [],
  }),

  /**
   * Begins an import of the sample products that come with Vitrine, to see a shop with something in it. Their file exists already: it is
   * read, and waits for the dry run like any other. It can be undone for a year. An installation without a sample answers
   * PRODUCT_IMPORT_NOT_FOUND.
   */
  'POST /vitrine/v1/product-imports/sample': operation({
    as: 'user',
    summary: 'Begin an import of the sample products',
    input: z.object({}),
    ok: one,
    errors: ['PRODUCT_IMPORT_NOT_FOUND'],
  }),

  /** Newest first, at most 50. */
  'GET /vitrine/v1/product-imports': operation({
    as: 'user',
    summary: 'List imports of products',
    input: z.object({}),
    ok: z.object({ productImports: z.array(ProductImport) }),
    errors: [],
  }),

  /** With what its columns can be set to. */
  'GET /vitrine/v1/product-imports/{id}': operation({
    as: 'user',
    summary: 'Read an import of products',
    input: byId,
    ok: z.object({ productImport: ProductImport, fields: z.array(z.object({ id: z.string(), name: z.string() })) }),
    errors: ['PRODUCT_IMPORT_NOT_FOUND'],
  }),

  /**
   * Sends a part of the file: `importPartBytes` bytes in base64, counted from 0; the last has what is left. The same part may be sent
   * again. With the last one the file is read, and the answer has the detected columns.
   */
  'PUT /vitrine/v1/product-imports/{id}/parts': operation({
    as: 'user',
    summary: 'Upload a part of a file of products',
    input: z.object({ id: Guid, number: whole(0, 10_000), data: z.base64().max(700_000) }),
    ok: one,
    errors: ['PRODUCT_IMPORT_NOT_FOUND', 'PRODUCT_IMPORT_STATE'],
  }),

  /** Tries the file with these settings in a dry run that changes no product. With another format or none, columns are detected again. */
  'POST /vitrine/v1/product-imports/{id}/check': operation({
    as: 'user',
    summary: 'Try an import in a dry run',
    input: z.object({ id: Guid, settings: ProductImportSettings }),
    ok: one,
    errors: ['PRODUCT_IMPORT_NOT_FOUND', 'PRODUCT_IMPORT_STATE'],
  }),

  /** Products of the file in their order, by `row`. */
  'POST /vitrine/v1/product-imports/{id}/items': operation({
    as: 'user',
    summary: 'List what becomes of the products of a file',
    input: z.object({
      id: Guid,
      /** Only these: `GUESSED` are those with guessed values, `FAILED` and `CONFLICT` follow `state`. */
      only: z.enum([...ProductImportOutcome.options, 'GUESSED', 'FAILED', 'CONFLICT']).nullish(),
      /** The last row of the page before. */
      after: whole(0, 10_000_000).nullish(),
      limit: whole(1, 200).nullish(),
      /** How many rows of each product are returned with their cells. */
      lines: whole(0, 50).nullish(),
    }),
    ok: z.object({ items: z.array(ProductImportItem), next: z.int().optional() }),
    errors: ['PRODUCT_IMPORT_NOT_FOUND'],
    reads: true,
  }),

  /** The cells of the product that begins at a row, row by row, as in the file or edited since. */
  'POST /vitrine/v1/product-imports/{id}/rows': operation({
    as: 'user',
    summary: 'Read the rows of a product of a file',
    input: z.object({ id: Guid, row: whole(0, 10_000_000) }),
    ok: z.object({ rows: z.array(Line) }),
    errors: ['PRODUCT_IMPORT_NOT_FOUND'],
    reads: true,
  }),

  /**
   * Edits cells of a file whose dry run is done, and checks the affected products again; those are returned. `column` counts from 0. The
   * cells stay edited when the columns are mapped again, unless the file is read with another encoding or delimiter.
   *
   * `{ id, rows: [{ row: 5, cells: [{ column: 3, text: '12' }] }] }`
   */
  'PATCH /vitrine/v1/product-imports/{id}/rows': operation({
    as: 'user',
    summary: 'Edit cells of a file of products',
    input: z.object({
      id: Guid,
      rows: z
        .array(
          z.object({
            row: whole(0, 10_000_000),
            cells: z
              .array(z.object({ column: whole(0, 499), text: text(50_000) }))
              .min(1)
              .max(500),
          }),
        )
        .min(1)
        .max(100),
    }),
    ok: one.extend({ items: z.array(ProductImportItem) }),
    errors: ['PRODUCT_IMPORT_NOT_FOUND', 'PRODUCT_IMPORT_STATE'],
  }),

  /** Starts an import whose dry run is done, or resumes one that was paused. What cannot be imported is left out. */
  'POST /vitrine/v1/product-imports/{id}/start': operation({
    as: 'user',
    summary: 'Start or resume an import',
    input: byId,
    ok: one,
    errors: ['PRODUCT_IMPORT_NOT_FOUND', 'PRODUCT_IMPORT_STATE'],
  }),

  'POST /vitrine/v1/product-imports/{id}/pause': operation({
    as: 'user',
    summary: 'Pause an import',
    input: byId,
    ok: one,
    errors: ['PRODUCT_IMPORT_NOT_FOUND', 'PRODUCT_IMPORT_STATE'],
  }),

  /** Stops it where it is. What it has done stays, until it is undone. */
  'POST /vitrine/v1/product-imports/{id}/cancel': operation({
    as: 'user',
    summary: 'Cancel an import',
    input: byId,
    ok: one,
    errors: ['PRODUCT_IMPORT_NOT_FOUND', 'PRODUCT_IMPORT_STATE'],
  }),

  /**
   * Undoes an import: new products are deleted unless they were sold or changed since, what it changed is restored unless somebody changed
   * it since, and stock is adjusted back by as much as the import moved it.
   */
  'POST /vitrine/v1/product-imports/{id}/undo': operation({
    as: 'user',
    summary: 'Undo an import',
    input: byId,
    ok: one,
    errors: ['PRODUCT_IMPORT_NOT_FOUND', 'PRODUCT_IMPORT_STATE'],
  }),

  /** A page of the report as CSV: a line for each product with its outcome. The first page begins with the header. */
  'POST /vitrine/v1/product-imports/{id}/report': operation({
    as: 'user',
    summary: 'Read the report of an import as CSV',
    input: z.object({ id: Guid, after: whole(0, 10_000_000).nullish(), onlyErrors: z.boolean().nullish() }),
    ok: z.object({ csv: z.string(), next: z.int().optional() }),
    errors: ['PRODUCT_IMPORT_NOT_FOUND'],
    reads: true,
  }),

  /** The file and its report. What it did stays, and can no longer be undone. */
  'DELETE /vitrine/v1/product-imports/{id}': operation({
    as: 'user',
    summary: 'Delete an import',
    input: byId,
    ok: z.object({}),
    errors: ['PRODUCT_IMPORT_NOT_FOUND', 'PRODUCT_IMPORT_STATE'],
  }),
})
