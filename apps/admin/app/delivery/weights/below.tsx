import type { DeliveryRegion } from '@vitrine/contract'
import { Tester } from '../zones/tester.tsx'

/** What a shipment would cost with these prices, and which weight that goes by. */
export const Below = ({ zones }: { zones: readonly DeliveryRegion[] }) => (
  <div className="cols halves tail">
    <div>
      <Tester zones={zones} />
    </div>
    <div>
      <section className="sec">
        <header className="sec-h">
          <h2>How weight counts</h2>
        </header>
        <p className="soft">
          The weights of all variants in the cart, added up. A variant without a weight counts as nothing; packaging and size do not count.
        </p>
      </section>
    </div>
  </div>
)
