import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { type FormValues, filledForm } from '#scripts/site/filled-form.ts'

const page = parse(`
	<form id="book" method="post" action="/book?step=2">
		<input type="hidden" name="key" value="k1">
		<input name="firstName" value="Ada">
		<textarea name="notes">
None</textarea>
		<input type="radio" name="time" value="09:00"><input type="radio" name="time" value="09:30" checked>
		<input type="checkbox" name="addOn" value="mask"><input type="checkbox" name="addOn" value="scrub" checked>
		<select name="tip"><option value="0">None</option><option value="10" selected>10%</option></select>
		<input name="off" value="x" disabled>
		<fieldset disabled><input name="offToo" value="x"></fieldset>
		<button name="intent" value="save">Save</button>
		<button name="intent" value="promo" formaction="/promo">Apply</button>
	</form>
	<input form="book" name="far" value="away">
	<form id="search"><input name="q"></form>
`)

const sent = (values: FormValues = {}, button?: string) =>
	filledForm(page, '#book', values, { button }).body.toString()

describe('a form of a page, filled in without script', () => {
	test('an untouched form sends what the page holds', () => {
		expect(sent()).toBe(
			'key=k1&firstName=Ada&notes=None&time=09%3A30&addOn=scrub&tip=10&intent=save&far=away',
		)
	})

	test('what is typed, chosen and ticked is sent instead', () => {
		const values = { firstName: 'Ngozi', time: '09:00', addOn: ['mask', 'scrub'], tip: '0', notes: 'Hi' }
		expect(sent(values)).toBe(
			'key=k1&firstName=Ngozi&notes=Hi&time=09%3A00&addOn=mask&addOn=scrub&tip=0&intent=save&far=away',
		)
		expect(sent({ addOn: null })).not.toContain('addOn')
	})

	test('the pressed button names itself and may lead elsewhere', () => {
		const promo = filledForm(page, '#book', {}, { button: '[value=promo]' })
		expect(promo.action).toBe('/promo')
		expect(promo.body.getAll('intent')).toEqual(['promo'])
	})

	test('a form without a method is a search', () => {
		expect(filledForm(page, '#search', { q: 'nails' })).toMatchObject({ method: 'GET', action: undefined })
	})

	test.each([
		['a field that is not there', { lastName: 'Obi' }],
		['a disabled field', { off: 'on' }],
		['a time that is not offered', { time: '23:00' }],
		['a tip that is not offered', { tip: '99' }],
		['a hidden field', { key: 'k2' }],
	])('%s cannot be filled in', (_, values) => {
		expect(() => sent(values)).toThrow()
	})
})
