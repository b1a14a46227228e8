// Loaded before everything else in every process of a test run (scripts/test.ts): `VITRINE_TEST_DATE_SHIFT` milliseconds are added to the
// machine's date, so that no test depends on the day it runs on. Time passes as usual.
const shift = Number(process.env.VITRINE_TEST_DATE_SHIFT ?? 0)

if (shift !== 0) {
  const RealDate = globalThis.Date
  class ShiftedDate extends RealDate {
    constructor(...parts) {
      if (parts.length === 0) super(RealDate.now() + shift)
      else super(...parts)
    }
    static now() {
      return RealDate.now() + shift
    }
  }
  globalThis.Date = new Proxy(ShiftedDate, {
    // `Date()` without `new` is a text.
    apply: () => new ShiftedDate().toString(),
  })
  RealDate.prototype.constructor = globalThis.Date
}
