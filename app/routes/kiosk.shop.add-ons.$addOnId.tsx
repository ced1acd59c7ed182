import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { ownAddOnFormSchema, readSeenAddOn, seenAddOn } from '#app/domain/discovery/catalogue-forms.server.ts'
import { changedFields } from '#app/domain/shops/changed-fields.ts'
import { changeAddOn, createAddOn } from '#app/flows/shop/change-catalogue.server.ts'
import { enterPin } from '#app/flows/shop/enter-pin.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { nairaToType } from '#app/kernel/typed-naira.ts'
import { formState } from '#app/ui/form/form-state.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerMeta } from '#app/ui/kiosk/owner-boundary.tsx'
import { OwnerAnswer, OwnerSave } from '#app/ui/kiosk/owner-form.tsx'
import { OptionRow } from '#app/ui/option-row.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-boundary.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load this add-on',
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error }) =>
	ownerMeta(loaded?.title ?? 'Add-on', error)

const constraints = fieldConstraints(ownAddOnFormSchema, ['name', 'price', 'durationMinutes', 'position'])
const LIST = '/kiosk/shop/services'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { addOnId = '' } = params
	const [, addOn] = await Promise.all([
		owner.opened(),
		addOnId === 'new' ? null : context.discovery.catalogue.ownAddOns.one(owner.caller, addOnId),
	])
	if (addOnId !== 'new' && !addOn) throw data(null, { status: 404 })
	return data(
		{
			title: addOn?.name ?? 'New add-on',
			start: addOn
				? {
						seen: seenAddOn(addOn),
						name: addOn.name,
						price: nairaToType(addOn.priceKobo),
						durationMinutes: String(addOn.durationMinutes),
						position: String(addOn.position),
						isEnabled: addOn.isEnabled ? 'on' : '',
					}
				: { isEnabled: 'on' },
			act: newId(),
			constraints,
		},
		{ headers: owner.headers },
	)
}

/** Makes an add-on, or changes one from now on. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: ownAddOnFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const { act: _, keep: __, seen: sent, price: priceKobo, ...typed } = value
	const fields = { ...typed, priceKobo }
	const { addOnId = '' } = params
	const seen = readSeenAddOn(sent)
	const asked = { shopId: key.shop.id, fields, now }
	const values = [addOnId, sent ?? null, JSON.stringify(fields)] as const
	if (addOnId === 'new')
		return answerOwnerChange(context, read.post, {
			asked: ['create add-on', ...values],
			run: ({ actId: id, actOf }) =>
				createAddOn(context, {
					...asked,
					id,
					alongside: actOf({ kind: 'add_on_changed', subjectId: id, summary: `New add-on: ${fields.name}` }),
				}),
			path: LIST,
			said: 'Add-on added',
		})
	return answerOwnerChange(context, read.post, {
		asked: ['change add-on', ...values],
		run: ({ actOf }) =>
			changeAddOn(context, {
				...asked,
				id: addOnId,
				...(seen && { seen }),
				alongside: actOf({ kind: 'add_on_changed', subjectId: addOnId, summary: fields.name }),
			}),
		async current() {
			const row = await context.discovery.catalogue.ownAddOns.one(caller, addOnId)
			return row && seen && { changed: changedFields(seen, row), kept: seenAddOn(row) }
		},
		path: LIST,
		said: 'Saved',
	})
}

/** An add-on as its shop sees it. */
export default function OwnerAddOn() {
	const { title, start, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	const isNew = !('seen' in start)
	return (
		<KioskPage title={title} section="More" back={{ to: LIST, label: 'Services and add-ons' }} isForm>
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<Form method="post" className="form" key={act}>
				<input type="hidden" name="act" value={act} />
				{!isNew && <input type="hidden" name="seen" value={form.field('seen').defaultValue} />}
				<TextField field={form.field('name')} kind="remark" label="Name" />
				<TextField
					field={form.field('price')}
					kind="amount"
					label="Price in naira"
					hint={isNew ? undefined : 'Visits that are booked keep their price.'}
				/>
				<TextField
					field={form.field('durationMinutes')}
					kind="count"
					label="Extra minutes"
					hint="How much longer the visit takes with it."
				/>
				<TextField
					field={form.field('position')}
					kind="count"
					label="Place in the list"
					hint="Lower numbers come first, then the alphabet."
				/>
				<div className="field">
					<OptionRow
						type="checkbox"
						name="isEnabled"
						value="on"
						defaultChecked={form.isChosen('isEnabled', 'on')}
						title="Customers can add it"
					/>
				</div>
				<OwnerSave answer={answer} label={isNew ? 'Add this add-on' : 'Save'} />
			</Form>
		</KioskPage>
	)
}
