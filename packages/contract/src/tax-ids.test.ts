import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ContactDetailsInput } from './inputs.ts'
import { isTaxId } from './tax-ids.ts'

const good = (type: 'CPF' | 'CNPJ' | 'UNSPECIFIED', ...ids: string[]) => {
  for (const id of ids) assert.ok(isTaxId({ id, type }), `${type} ${id}`)
}
const bad = (type: 'CPF' | 'CNPJ' | 'UNSPECIFIED', ...ids: string[]) => {
  for (const id of ids) assert.ok(!isTaxId({ id, type }), `${type} ${id}`)
}

test('CPF: eleven digits, of which the last two check the others', () => {
  good('CPF', '529.982.247-25', '52998224725', '111.444.777-35')
  bad('CPF', '529.982.247-24', '529.982.247-15', '111.111.111-11', '5299822472', '529982247255', '', 'DE136695976')
})

test('CNPJ: fourteen, with letters too since July 2026', () => {
  good('CNPJ', '11.222.333/0001-81', '11222333000181', '12.ABC.345/01DE-35', '12abc34501de35')
  bad('CNPJ', '11.222.333/0001-80', '11.222.333/0001-91', '00000000000000', '12.ABC.345/01DE-36', '12ABC34501DEAB', '529.982.247-25')
})

describe('numbers of value added tax', () => {
  test('those of real companies are right', () => {
    good(
      'UNSPECIFIED',
      'ATU13585627',
      'BE0403019261',
      'DE136695976',
      'DK13585628',
      'EE100931558',
      'EL094259216',
      'FI20774740',
      'FR40303265045',
      'HR33392005961',
      'HU12892312',
      'IE6433435F',
      'IE6433435OA',
      'IE8D79739I',
      'IT00743110157',
      'LU15027442',
      'MT11679112',
      'NL004495445B01',
      'PL8567346215',
      'PT501964843',
      'SE123456789701',
      'SI50223054',
      'SK2022749619',
      'CHE-107.787.577 MWST',
      'GB980780684',
      'ES B58378431',
      'BG175074752',
      'CZ25123891',
      'RO18547290',
      'LV40003521600',
      'LT119511515',
      'NO974760673MVA',
    )
  })
  test('a slip of the pen shows', () => {
    bad(
      'UNSPECIFIED',
      'ATU13585626',
      'BE0403019262',
      'DE136695978',
      'DK13585629',
      'EE100931559',
      'EL094259217',
      'FI20774741',
      'FR41303265045',
      'HR33392005962',
      'HU12892313',
      'IE6433435E',
      'IT00743110158',
      'LU15027443',
      'MT11679113',
      'NL004495446B01',
      'PL8567346216',
      'PT501964842',
      'SE123456789101',
      'SI50223055',
      'SK2022749618',
      'CHE107787578',
      'NO974760674',
    )
  })
  test('another length or letters where none belong do too', () => {
    bad('UNSPECIFIED', 'DE12345678', 'DE1234567890', 'AT13585627', 'FR4030326504', 'BG1', 'GB12', 'ES123', 'DE 12 34 ?', '', 'D')
  })
  test('where the country says nothing of its form, any will do', () => good('UNSPECIFIED', '51 824 753 556', 'AU51824753556', '12345'))
})

test('a contact with a number that cannot be is refused at its id', () => {
  const parsed = ContactDetailsInput.safeParse({ vatId: { id: '529.982.247-24', type: 'CPF' } })
  assert.deepEqual(
    parsed.error?.issues.map(({ path, code }) => [path.join('.'), code]),
    [['vatId.id', 'custom']],
  )
  assert.ok(ContactDetailsInput.safeParse({ vatId: { id: '529.982.247-25', type: 'CPF' } }).success)
  assert.ok(ContactDetailsInput.safeParse({ vatId: null }).success)
})
