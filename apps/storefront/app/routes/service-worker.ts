import worker from '../shop/service-worker.js?raw'

/** Only for the page that is shown without a connection. */
export const loader = () =>
  new Response(worker, { headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' } })
