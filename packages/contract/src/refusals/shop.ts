import * as z from 'zod'
import type { RefusalKinds } from './facts.ts'
import { data } from './facts.ts'

export const shopRefusals = {
  REDIRECT_URI_NOT_ALLOWED: {
    status: 400,
    description: 'This address is not on the app’s list of allowed redirects.',
    ...data({ url: z.string() }),
  },
  WDE0025: {
    status: 404,
    description: 'WDE0025: The collection does not exist.',
    ...data({ dataCollectionId: z.string() }),
  },
  REDIRECT_SESSION_NOT_FOUND: { status: 404, description: 'No such redirect session, or it is too old.' },
  REDIRECT_INTENT_REQUIRED: { status: 400, description: 'Say where the redirect session goes: one intent, and only one.' },

  REDIRECT_INTENT_NOT_SERVED: {
    status: 400,
    description: 'This installation has no hosted page for that intent.',
    ...data({ intent: z.string() }),
  },

  CLOCK_NOT_MOVABLE: {
    status: 409,
    description: 'The clock of this shop keeps real time: money moves here, or it is not the only shop of the installation.',
  },
  SANDBOX_OFF: { status: 409, description: 'No sandbox bank pays in this shop.' },
  INBOX_OFF: { status: 404, description: 'This shop sends its mail; there is no inbox to look into.' },
  EMAIL_NOT_FOUND: { status: 404, description: 'The shop writes no such email.' },
  MESSAGE_NOT_FOUND: { status: 404, description: 'No such message.' },
  ORDER_EMAIL_NOT_FOUND: { status: 404, description: 'No such email about this order.' },
  NOTHING_TO_WRITE: { status: 409, description: 'Nobody is known to write to, or there is nothing to say any more.' },

  VIEW_NOT_FOUND: { status: 404, description: 'No such view.' },
  TOO_MANY_VIEWS: { status: 409, description: 'There are as many views as there may be; delete one.', ...data({ limit: z.int() }) },

  PAGE_NOT_FOUND: { status: 404, description: 'No such page.' },
  PAGE_VERSION_NOT_FOUND: { status: 404, description: 'The page has no such version.' },
  PAGE_SLUG_TAKEN: { status: 409, description: 'Another page has this address.' },
  PAGE_SLUG_RESERVED: { status: 409, description: 'The shop itself has a page at this address.' },
  PAGE_KIND_TAKEN: { status: 409, description: 'There is a page of this kind already.', ...data({ pageId: z.string() }) },
  TOO_MANY_PAGES: { status: 409, description: 'There are as many pages as there may be; delete one.', ...data({ limit: z.int() }) },
  PAGE_CONTENT_INVALID: {
    status: 400,
    description: 'A part of the text lacks what its kind has, or the text is too long.',
    ...data({ block: z.int(), reason: z.enum(['INCOMPLETE', 'TOO_LONG']) }),
  },
  PAGE_EMPTY: { status: 409, description: 'There is nothing on the page to publish.' },
  PAGE_AGREED_TO: { status: 409, description: 'Buyers may have agreed to a version of this page; unpublish it.' },

  LOOK_CONTRAST_TOO_LOW: {
    status: 400,
    description: 'These colours cannot be read well: WCAG asks for a contrast of 4.5 to 1 with the ground.',
    ...data({
      contrast: z.array(
        z.object({ theme: z.enum(['LIGHT', 'DARK']), color: z.enum(['INK', 'ACCENT']), ratio: z.number(), suggestion: z.string() }),
      ),
    }),
  },
  LOOK_HERO_NOT_FOUND: {
    status: 400,
    description: 'A section names a wide picture that the look does not have.',
    ...data({ section: z.int() }),
  },
  LOOK_VERSION_NOT_FOUND: { status: 404, description: 'The look has no such version.' },
  LOOK_PREVIEW_NOT_FOUND: { status: 404, description: 'No such preview, or it is too old.' },

  REDIRECT_NOT_FOUND: { status: 404, description: 'No such redirect.' },
  REDIRECT_PATH_TAKEN: { status: 409, description: 'This address leads somewhere already.', ...data({ redirectId: z.string() }) },
  REDIRECT_LOOP: { status: 409, description: 'It would lead in a circle.' },
  TOO_MANY_REDIRECTS: {
    status: 409,
    description: 'There are as many redirects as there may be; delete some.',
    ...data({ limit: z.int() }),
  },

  JOB_NOT_FOUND: { status: 404, description: 'No such job, or it is done and forgotten.' },
  JOB_NOT_RETRIED: { status: 409, description: 'It has not failed: it waits, runs or is done.' },
  JOB_NOT_CANCELED: { status: 409, description: 'It is over, or it is work that the shop has to do.' },

  MEDIA_NOT_FOUND: { status: 404, description: 'No such file.' },

  AUDIT_ENTRY_NOT_FOUND: { status: 404, description: 'No such entry, or it is so old that it was forgotten.' },
  NOT_REVERTIBLE: { status: 409, description: 'This cannot be put back.', ...data({ reason: z.string() }) },
  CHANGED_SINCE: { status: 409, description: 'This was changed again since.', ...data({ path: z.array(z.string()) }) },
} as const satisfies RefusalKinds
