import * as z from 'zod'

/** A paragraph, heading, list, picture and so on. Its `…Data` member is named after its type; `nodes` are its child nodes. */
export const RichContentNode = z.looseObject({ type: z.string(), id: z.string(), nodes: z.array(z.unknown()) })
export interface RichContentNode extends z.infer<typeof RichContentNode> {}

/** A text with its structure, in the form that rich text viewers of published shops render. */
export const RichContent = z.object({
  nodes: z.array(RichContentNode),
  metadata: z.object({ version: z.int() }),
  documentStyle: z.object({}),
})
export interface RichContent extends z.infer<typeof RichContent> {}
