import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { aboutShop, changedDetails } from '#app/domain/discovery/shop-details.ts'
import {
	detailsOfForm,
	detailsToType,
	readSeenDetails,
	shopDetailsFormSchema,
	typedDetails,
} from '#app/domain/discovery/shop-details-form.server.ts'
import { readBusiness } from '#app/flows/discovery/read-business.server.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { formState } from '#app/ui/form/form-state.ts'
import { DescribedInputs } from '#app/ui/kiosk/described-inputs.tsx'
import { openapiDocument } from '#scripts/api/openapi-document.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addOwnCaller } from '#tests/support/own-caller.ts'
import { mondayMorningAt as now } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

test('where to park goes from the demo shop’s file to its page, its owner’s form, the API and the notice', async () => {
	const surroundings = { env: { DATABASE_URL: database().url }, now, say: () => {}, note: console.error }
	expect(await runOps(['shops', 'import', 'db/seed/shops/lagos.json', '--apply'], surroundings)).toBe(0)
	const [row] = await database().rows('SELECT id FROM shops WHERE parking IS NOT NULL')
	const shopId = String(row?.id)
	const deps = bookingDeps(database().url)
	const page = async () => (await readBusiness({ discovery: deps.discovery, now }, shopId))?.business
	expect(await page()).toMatchObject({ name: 'Adé Hair Studio', parking: 'Behind the shop' })

	const { keyId: _, ...caller } = await addOwnCaller(deps, shopId, now)
	const seen = await deps.discovery.details.own(caller)
	if (!seen) throw new Error('no details')
	const start = detailsToType(seen)
	const form = formState(null, start, fieldConstraints(shopDetailsFormSchema, typedDetails))
	const inputs = renderToStaticMarkup(createElement(DescribedInputs, { fields: aboutShop, form }))
	expect(inputs).toMatch(/>Parking<.*maxLength="120" id="parking" .*value="Behind the shop"/)

	const posted = Object.fromEntries(Object.entries(start).filter(([, value]) => value !== ''))
	const typed = { act: 'AHv6xgSI3IZcnX39ZJMI9A', ...posted, parking: ' In the yard ' }
	const fields = detailsOfForm(shopDetailsFormSchema.parse(typed))
	const asked = { shopId, now, seen: readSeenDetails(JSON.stringify(seen)) ?? seen }
	expect(changedDetails(seen, fields)).toEqual([{ label: 'Parking', now: 'In the yard' }])
	expect(await changeDetails(deps, { ...asked, fields })).toEqual({ ok: true, value: null })
	expect(await page()).toMatchObject({ parking: 'In the yard' })
	const other = { ...fields, parking: 'On the street' }
	expect(await changeDetails(deps, { ...asked, fields: other })).toMatchObject({ refusal: 'changed_meanwhile' })

	const { paths, components } = openapiDocument() as Record<string, Record<string, unknown>>
	expect(JSON.stringify(paths?.['/shop'])).toContain('"parking":{')
	// Answers share their shape.
	expect(JSON.stringify(components)).toContain('"parking":{')
})
