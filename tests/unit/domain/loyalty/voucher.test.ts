import { expect, test } from 'vitest'
import { isVoucherOpen, VOUCHER_MS } from '#app/domain/loyalty/voucher.ts'

const OPENED_AT = 1_800_000_000_000

test('D51: a voucher is open for three minutes, to the millisecond', () => {
	expect(isVoucherOpen(null, OPENED_AT)).toBe(false)
	expect(isVoucherOpen(OPENED_AT, OPENED_AT)).toBe(true)
	expect(isVoucherOpen(OPENED_AT, OPENED_AT + VOUCHER_MS - 1)).toBe(true)
	expect(isVoucherOpen(OPENED_AT, OPENED_AT + VOUCHER_MS)).toBe(false)
})
