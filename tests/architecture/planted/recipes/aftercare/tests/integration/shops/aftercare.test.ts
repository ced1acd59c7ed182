import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { addOnFields } from '#app/domain/discovery/catalogue.ts'
import { changeAddOn } from '#app/flows/shop/change-catalogue.server.ts'
import { rowForm, valuesOfForm, valuesToType } from '#app/kernel/described-form.server.ts'
import { changedWords } from '#app/kernel/described-field.ts'
import { formState } from '#app/ui/form/form-state.ts'
import { DescribedInputs } from '#app/ui/kiosk/described-inputs.tsx'
import { openapiDocument } from '#scripts/api/openapi-document.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addOwnCaller } from '#tests/support/own-caller.ts'
import { mondayMorningAt as now } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

test('the aftercare of an add-on goes from a file to its owner’s form, the API and the notice', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'aftercare-'))
	const file = join(folder, 'shop.csv')
	writeFileSync(
		file,
		[
			'kind,shop_id,id,name,type,categories,address,area,city,latitude,longitude,minutes,price_naira,aftercare',
			'shop,ada,,Ada,salon,Nails,1 Road,Yaba,Lagos,6.5,3.4,,,',
			'add_on,ada,mask,Mask,,,,,,,,15,500,Keep it dry',
		].join('\n'),
	)
	const surroundings = { env: { DATABASE_URL: database().url }, now, say: () => {}, note: console.error }
	expect(await runOps(['shops', 'import', file, '--apply'], surroundings)).toBe(0)
	rmSync(folder, { recursive: true })
	const [row] = await database().rows('SELECT id, shop_id FROM add_ons')
	const { id, shop_id: shopId } = { id: String(row?.id), shop_id: String(row?.shop_id) }

	const deps = bookingDeps(database().url)
	const { keyId: _, ...caller } = await addOwnCaller(deps, shopId, now)
	const own = () => deps.discovery.catalogue.ownAddOns.one(caller, id)
	const before = await own()
	expect(before).toMatchObject({ name: 'Mask', aftercare: 'Keep it dry' })
	if (!before) throw new Error('no add-on')
	const form = rowForm(addOnFields)
	const start = { seen: form.seenOf(before), ...valuesToType(addOnFields, before) }
	const inputs = renderToStaticMarkup(
		createElement(DescribedInputs, { fields: addOnFields, form: formState(null, start) }),
	)
	expect(inputs).toMatch(/>Aftercare<.*<textarea[^>]* name="aftercare"[^>]*>Keep it dry</)

	const typed = { act: 'AHv6xgSI3IZcnX39ZJMI9A', ...start, aftercare: 'Wash it\nweekly' }
	const fields = valuesOfForm(addOnFields, form.schema.parse(typed))
	const seen = form.readSeen(start.seen) ?? undefined
	expect(await changeAddOn(deps, { shopId, id, fields, seen, now })).toEqual({ ok: true, value: null })
	const after = await own()
	expect(after).toMatchObject({ aftercare: 'Wash it\nweekly' })
	expect(changedWords(addOnFields, before, after ?? before)).toEqual([
		{ label: 'Aftercare', now: 'Wash it\nweekly' },
	])
	const other = { ...fields, aftercare: 'None' }
	expect(await changeAddOn(deps, { shopId, id, fields: other, seen, now })).toMatchObject({
		refusal: 'changed_meanwhile',
	})
	expect(await deps.discovery.catalogue.addOns.one(shopId, id)).toMatchObject({
		aftercare: 'Wash it\nweekly',
	})

	const { paths } = openapiDocument() as Record<string, Record<string, unknown>>
	expect(JSON.stringify(paths?.['/add-ons'])).toContain('"aftercare":{')
})
