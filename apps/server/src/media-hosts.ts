import type { FastifyRequest } from 'fastify'

/** Whose hosts the addresses of pictures and films name: those of the cloud that a site was built for, or this shop's own. */
export const mediaHosts = ['auto', 'own', 'wix'] as const
export type MediaHosts = (typeof mediaHosts)[number]

const ofTheCloud = /(?:^|\.)wixapis\.com(?::\d+)?$/i

/**
 * What becomes of an answer's addresses of pictures and films. With `auto` whoever asked the cloud's hosts, which then lead here, reads addresses
 * at the cloud's hosts; with `wix` everybody but this shop's own pages.
 */
export function mediaHostsOf(setting: MediaHosts, origin: string) {
  const moved = [
    [`"${origin}/media/`, '"https://static.wixstatic.com/media/'],
    [`"${origin}/video/`, '"https://video.wixstatic.com/video/'],
  ] as const
  const asksForCloud = ({ host, headers }: Pick<FastifyRequest, 'host' | 'headers'>): boolean =>
    setting === 'wix' ? headers['sec-fetch-site'] !== 'same-origin' : setting === 'auto' && ofTheCloud.test(host)
  return (request: Pick<FastifyRequest, 'host' | 'headers'>, body: string | Buffer): string | Buffer =>
    asksForCloud(request) ? moved.reduce((text, [from, to]) => text.replaceAll(from, to), body.toString()) : body
}
