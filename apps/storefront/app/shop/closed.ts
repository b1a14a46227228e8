/**
 * Pages that stay while a shop is closed: what was bought and has to be paid or looked up, members' own pages, the ways to sign in that other
 * apps lead to, and previews, which whoever has their link may see.
 */
const stays =
  /^\/(?:orders\/|pay\/|sandbox\/|previews\/|page-previews\/|login(?:\/|$)|register$|verify$|mfa$|passkey$|reset(?:\/|$)|consent$|account-picker$|approval-pending$|blocked$|logout$|logged-out$|account(?:\/|$)|account-closed$)/

/** Whether a page, or its data alone, is one that visitors of a closed shop do not see. */
export const isWindow = (path: string): boolean => !stays.test(path.replace(/\.data$/, ''))
