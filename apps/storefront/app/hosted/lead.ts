import { redirect, redirectDocument } from 'react-router'

/** Leads to an address of this host: most are pages of ours, but those of the platform are not the router's. */
export const lead = (path: string, init: ResponseInit = {}): Response =>
  path.startsWith('/oauth2/') ? redirectDocument(path, init) : redirect(path, init)
