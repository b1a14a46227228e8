import * as z from 'zod'

/** A paragraph, heading, list, picture and so on. Its `…Data` member is named after its type; `nodes` are what stands in it. */
export interface RichContentNode {
  readonly type: string
  readonly id: string
  readonly nodes: readonly RichContentNode[]
  readonly [data: `${string}Data`]: unknown
}

/** A text with its structure, in the form that rich text viewers of published shops draw. */
export const RichContent = z.object({
  nodes: z.array(z.custom<RichContentNode>()),
  metadata: z.object({
    version: z.int(),
    createdTimestamp: z.string().optional(),
    updatedTimestamp: z.string().optional(),
    id: z.string().optional(),
  }),
  documentStyle: z.object({}),
})
export interface RichContent extends z.infer<typeof RichContent> {}
