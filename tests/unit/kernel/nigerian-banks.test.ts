import { describe, expect, test } from 'vitest'
import { bankByCode, nigerianBanks } from '#app/kernel/nigerian-banks.ts'

describe('the table of banks', () => {
	test('has each code and each name once', () => {
		expect(new Set(nigerianBanks.map(({ code }) => code)).size).toBe(nigerianBanks.length)
		expect(new Set(nigerianBanks.map(({ name }) => name.toLowerCase())).size).toBe(nigerianBanks.length)
	})

	test('is sorted by name, as a person looks for it', () => {
		const names = nigerianBanks.map(({ name }) => name)
		expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
	})

	test('has codes as Paystack writes them: digits, with their zeros', () => {
		for (const { code } of nigerianBanks) expect(code).toMatch(/^(\d{3}|\d{5,6})$/)
	})

	test('is asked by the code alone', () => {
		expect(bankByCode('058')).toEqual({ code: '058', name: 'Guaranty Trust Bank (GTBank)' })
		for (const code of ['58', ' 058', '', '999', 'constructor']) expect(bankByCode(code)).toBeUndefined()
	})
})
