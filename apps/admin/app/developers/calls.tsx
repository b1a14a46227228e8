import type { ApiCalls } from '@vitrine/contract'
import { Spark } from '../parts/spark.tsx'
import { errorShare } from './error-share.ts'

const count = (of: number): string => of.toLocaleString('en-GB')

/** How much programs and buyers called the API. */
export const Calls = ({ of: { requests, errors, limited, p99Milliseconds, quarters } }: { of: ApiCalls }) => (
  <section className="sec" aria-labelledby="calls">
    <header className="sec-h">
      <h2 id="calls">Calls, last 24 hours</h2>
    </header>
    <div className="delta">
      <div>
        <span>Requests</span>
        <b>{count(requests)}</b>
      </div>
      <div>
        <span>Errors</span>
        <b>{errorShare(errors, requests)}</b>
        <span className="small soft">{count(errors)}</span>
      </div>
      <div>
        <span>Slowest 1 %</span>
        <b>{p99Milliseconds === undefined ? '–' : `${count(p99Milliseconds)} ms`}</b>
      </div>
      <div>
        <span>Limit reached</span>
        <b>{count(limited)}</b>
        {limited > 0 && <span className="small soft">answered with 429</span>}
      </div>
    </div>
    <div className="calls-bars">
      <Spark of={quarters} width={960} height={48} />
    </div>
  </section>
)
