import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { allot, exponentOf, formatMoney, type Minor, minor, parseDecimal, roundDecimal, share, sum, times, toDecimal } from './money.ts'
import { addRates, parsePercent, parseRate, timesRatio, writeRate } from './ratio.ts'

const amount = fc.maxSafeInteger().map(minor)
const currency = fc.constantFrom('JPY', 'EUR', 'KWD', 'CLF')

/** ISO 4217 list one, written out by exponent from the standard, so that the table of exceptions is checked against all of it. */
const iso4217: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC
    CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW
    KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
    PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN
    UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

describe('currencies', () => {
  test('every active code of ISO 4217 has its exponent', () => {
    for (const [exponent, codes] of Object.entries(iso4217))
      for (const code of codes.split(/\s+/)) assert.equal(exponentOf(code), Number(exponent), code)
  })
  test('what is no currency is refused', () => {
    for (const code of ['', 'EU', 'EURO', 'eur', 'E R', '€', 'XXX', 'XAU', 'XDR', ' JP', 'F C'])
      assert.throws(() => exponentOf(code), RangeError, code)
  })
})

describe('decimal text', () => {
  test('reading what was written gives the same amount', () => {
    fc.assert(fc.property(amount, currency, (units, code) => assert.equal(parseDecimal(toDecimal(units, code), code), units)))
  })
  test('text that is no plain amount is refused, whichever way it is read', () => {
    const wrong = [
      '',
      ' ',
      '-',
      '.',
      '1.',
      '.5',
      '+1',
      ' 1',
      '1 ',
      '1,5',
      '1_000',
      '1e3',
      'NaN',
      'Infinity',
      '0x10',
      '١',
      '1.2.3',
      '--1',
      '9'.repeat(41),
    ]
    for (const text of wrong) {
      assert.throws(() => parseDecimal(text, 'EUR'), RangeError, text)
      assert.throws(() => roundDecimal(text, 'EUR'), RangeError, text)
    }
  })
  test('amounts beyond the safe integers are refused rather than bent', () => {
    assert.equal(parseDecimal('90071992547409.91', 'EUR'), Number.MAX_SAFE_INTEGER)
    assert.throws(() => parseDecimal('90071992547409.92', 'EUR'), RangeError)
    assert.throws(() => parseDecimal('90071992547409.93', 'EUR'), RangeError)
    assert.throws(() => roundDecimal('90071992547409.915', 'EUR'), RangeError)
    assert.throws(() => parseDecimal('1000000000000000', 'EUR'), RangeError)
  })
  test('there is one zero', () => {
    for (const text of ['0', '-0', '-0.00', '00']) assert.ok(Object.is(parseDecimal(text, 'EUR'), 0), text)
    assert.ok(Object.is(roundDecimal('-0.004', 'EUR'), 0))
    assert.equal(toDecimal(minor(-0), 'EUR'), '0.00')
  })
  test('rounding moves by at most half a unit, and to even when asked', () => {
    const digits = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
    fc.assert(
      fc.property(digits, currency, fc.constantFrom('HALF_AWAY', 'HALF_EVEN'), ([scaled, scale], code, rounding) => {
        const text = toText(scaled, scale)
        const unit = 10 ** scale
        const exact = scaled * 10 ** exponentOf(code)
        const off = roundDecimal(text, code, rounding) * unit - exact
        assert.ok(Math.abs(off) * 2 <= unit)
        if (Math.abs(off) * 2 !== unit) return
        if (rounding === 'HALF_AWAY') assert.equal(Math.sign(off), Math.sign(scaled))
        else assert.ok(roundDecimal(text, code, rounding) % 2 === 0)
      }),
    )
  })
})

const toText = (scaled: number, scale: number) => {
  const digits = String(Math.abs(scaled)).padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${scaled < 0 ? '-' : ''}${digits.slice(0, point)}${scale ? `.${digits.slice(point)}` : ''}`
}

describe('arithmetic', () => {
  test('a sum does not depend on the order, even where a part of it would be too large', () => {
    const max = minor(Number.MAX_SAFE_INTEGER)
    assert.equal(sum([max, max, minor(-Number.MAX_SAFE_INTEGER)]), max)
    assert.equal(sum([max, minor(-Number.MAX_SAFE_INTEGER), max]), max)
    assert.throws(() => sum([max, minor(2), minor(-1)]), RangeError)
  })
  test('a product beyond the safe integers is refused', () => {
    assert.throws(() => times(minor(2 ** 40), 2 ** 20), RangeError)
    assert.throws(() => times(minor(1), Number.NaN), RangeError)
    assert.equal(times(minor(2 ** 40), 2 ** 12), 2 ** 52)
  })
  test('a share is the exact product rounded half away from zero, for any amount and rate', () => {
    fc.assert(
      fc.property(amount, fc.nat({ max: 1_000_000 }), (units, millionths) => {
        const rate = parseRate(toText(millionths, 6))
        const size = BigInt(Math.abs(units)) * BigInt(millionths)
        const expected = Number((size + 500_000n) / 1_000_000n) * Math.sign(units)
        assert.equal(share(units, rate), expected + 0)
      }),
    )
  })
  test('a share beyond the safe integers is refused', () => {
    assert.throws(() => share(minor(Number.MAX_SAFE_INTEGER), parseRate('1.5')), RangeError)
  })
  test('rates survive writing and reading; percentages are hundredths', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 6 }), (scaled, scale) => {
        const rate = parseRate(toText(scaled, scale))
        assert.deepEqual(parseRate(writeRate(rate)), rate)
        assert.equal(rate.numerator * 10 ** scale, scaled * rate.denominator)
        const percent = parsePercent(toText(scaled, scale))
        assert.equal(percent.numerator * 10 ** (scale + 2), scaled * percent.denominator)
      }),
    )
  })
  test('added rates are exact where floats are not', () => {
    assert.equal(writeRate(addRates([parseRate('0.1'), parseRate('0.2')])), '0.3')
    assert.equal(writeRate(addRates([parseRate('0.0725'), parseRate('0.01'), parseRate('0.0225')])), '0.105')
  })
  test('rates that are none are refused', () => {
    for (const text of ['', '-0.1', '19%', '1e-2', 'NaN', '.19', '0.1234567890123456'])
      assert.throws(() => parseRate(text), RangeError, text)
  })
  test('both ways of computing a ratio agree where they meet', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), fc.nat({ max: 4000 }), fc.integer({ min: 1, max: 10_000 }), (a, n, d) => {
        const exact = BigInt(Math.abs(a)) * BigInt(n)
        const expected = Number((2n * exact + BigInt(d)) / BigInt(2 * d)) * Math.sign(a)
        assert.equal(timesRatio(a, n, d) + 0, expected + 0)
      }),
    )
  })
})

describe('splitting', () => {
  const weights = fc
    .array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 2 ** 40 })), { minLength: 1, maxLength: 12 })
    .filter((all) => all.some(Boolean))

  test('no unit is lost, nobody is a whole unit away from the exact part, and the sign only turns', () => {
    fc.assert(
      fc.property(amount, weights, (whole, all) => {
        const parts = allot(whole, all)
        const total = all.reduce((a, b) => a + BigInt(b), 0n)
        assert.equal(
          parts.reduce((a, b) => a + BigInt(b), 0n),
          BigInt(whole),
        )
        parts.forEach((part, i) => {
          const off = BigInt(part) * total - BigInt(whole) * BigInt(all[i] as number)
          assert.ok(off < total && off > -total)
          if (all[i] === 0) assert.ok(Object.is(part, 0))
        })
        assert.deepEqual(
          allot(minor(-whole), all),
          parts.map((part) => minor(-part)),
        )
      }),
      { numRuns: 2000 },
    )
  })
  test('more weight never gets less, and equals are served from the first', () => {
    fc.assert(
      fc.property(fc.nat().map(minor), weights, (whole, all) => {
        const parts = allot(whole, all) as number[]
        all.forEach((a, i) => {
          all.forEach((b, j) => {
            if (a > b || (a === b && i < j)) assert.ok((parts[i] as number) >= (parts[j] as number))
          })
        })
      }),
    )
  })
  test('weights that are none are refused', () => {
    for (const all of [[], [0], [0, 0], [1, -1], [0.5, 0.5], [Number.NaN], [Number.MAX_SAFE_INTEGER, 1]])
      assert.throws(() => allot(minor(5), all), RangeError, String(all))
    assert.deepEqual(allot(minor(0), [0, 0]), [0, 0])
  })
})

describe('amounts for people', () => {
  test('decimals are those of ISO 4217, also where CLDR has others', () => {
    assert.equal(formatMoney(minor(123_456), 'IQD', 'en'), 'IQD\u00a0123.456')
    assert.equal(formatMoney(minor(1000), 'IQD', 'en'), 'IQD\u00a01.000')
    assert.equal(formatMoney(minor(5), 'JPY', 'en'), '¥5')
    assert.equal(formatMoney(minor(123_456), 'CLF', 'en'), 'CLF\u00a012.3456')
  })
  test('the largest amount is written to the last cent', () => {
    assert.equal(formatMoney(Number.MAX_SAFE_INTEGER as Minor, 'EUR', 'en'), '€90,071,992,547,409.91')
  })
  test('a locale or currency that is none is refused', () => {
    assert.throws(() => formatMoney(minor(1), 'EUR', 'not a locale'), RangeError)
    assert.throws(() => formatMoney(minor(1), 'euro', 'en'), RangeError)
  })
})
