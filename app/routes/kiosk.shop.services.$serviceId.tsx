import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import {
	ownServiceFormSchema,
	readSeenService,
	seenService,
} from '#app/domain/discovery/catalogue-forms.server.ts'
import { changedFields } from '#app/domain/shops/changed-fields.ts'
import { readServiceHours, serviceFits } from '#app/flows/booking/service-fits.server.ts'
import { changeService, createService } from '#app/flows/shop/change-catalogue.server.ts'
import { enterPin } from '#app/flows/shop/enter-pin.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { nairaToType } from '#app/kernel/typed-naira.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'
import { formState } from '#app/ui/form/form-state.ts'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea } from '#app/ui/form/text-area.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerMeta } from '#app/ui/kiosk/owner-boundary.tsx'
import { OwnerAnswer, OwnerSave } from '#app/ui/kiosk/owner-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { OptionRow } from '#app/ui/option-row.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-boundary.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load this service',
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error }) =>
	ownerMeta(loaded?.title ?? 'Service', error)

const fields = [
	'name',
	'categoryId',
	'price',
	'durationMinutes',
	'bufferMinutes',
	'description',
	'position',
] as const
const constraints = fieldConstraints(ownServiceFormSchema, fields)
const ownHours = { kind: 'own services', staffMemberId: null } as const
const LIST = '/kiosk/shop/services'

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { serviceId = '' } = params
	const isNew = serviceId === 'new'
	const [, service, calendar] = await Promise.all([
		owner.opened(),
		isNew ? null : context.discovery.catalogue.ownServices.one(owner.caller, serviceId),
		isNew ? null : readServiceHours(context, { ...ownHours, caller: owner.caller, serviceIds: [serviceId] }),
	])
	if (!isNew && !service) throw data(null, { status: 404 })
	return data(
		{
			title: service?.name ?? 'New service',
			start: service
				? {
						seen: seenService(service),
						name: service.name,
						categoryId: service.categoryId,
						price: nairaToType(service.priceKobo),
						durationMinutes: String(service.durationMinutes),
						bufferMinutes: String(service.bufferMinutes),
						description: service.description,
						position: String(service.position),
						isEnabled: service.isEnabled ? 'on' : '',
					}
				: { isEnabled: 'on' },
			act: newId(),
			constraints,
			tooLong:
				service && calendar && serviceFits({ ...service, id: serviceId }, calendar) === false
					? durationLabel(service.durationMinutes)
					: null,
		},
		{ headers: owner.headers },
	)
}

/** Makes a service, or changes one from now on. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: ownServiceFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, now, value } = read.post
	const { act: _, seen: sent, keep, price: priceKobo, ...typed } = value
	const fields = { ...typed, priceKobo }
	const shopId = key.shop.id
	const { serviceId = '' } = params
	const { ownServices } = context.discovery.catalogue
	const seen = readSeenService(sent)
	const asked = [serviceId, keep ?? null, sent ?? null, JSON.stringify(fields)] as const
	const summary = (isNew: boolean) => `${isNew ? 'New service: ' : ''}${fields.name}`
	if (serviceId === 'new')
		return answerOwnerChange(context, read.post, {
			asked: ['create service', ...asked],
			run: ({ actId, actOf }) =>
				createService(context, {
					shopId,
					id: actId,
					fields,
					alongside: actOf({ kind: 'service_changed', subjectId: actId, summary: summary(true) }),
					now,
				}),
			path: LIST,
			said: 'Service added',
		})
	return answerOwnerChange(context, read.post, {
		asked: ['change service', ...asked],
		run: ({ actOf }) =>
			changeService(context, {
				shopId,
				id: serviceId,
				fields,
				...(seen && { seen }),
				...(keep && { keepsAppointments: true }),
				alongside: actOf({ kind: 'service_changed', subjectId: serviceId, summary: summary(false) }),
				now,
			}),
		async current() {
			const row = await ownServices.one(read.post.caller, serviceId)
			return row && seen && { changed: changedFields(seen, row), kept: seenService(row) }
		},
		path: LIST,
		said: 'Saved',
	})
}

/** A service as its shop sees it. */
export default function OwnerService() {
	const { title, start, act, constraints, tooLong } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start, constraints)
	const isNew = !('seen' in start)
	return (
		<KioskPage title={title} section="More" back={{ to: LIST, label: 'Services and add-ons' }} isForm>
			{tooLong && (
				<Notice className="mb-4" title="Customers can’t book this service.">
					It takes {tooLong}, and no one who offers it works that long without a break.
				</Notice>
			)}
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<Form method="post" className="form" key={act}>
				<input type="hidden" name="act" value={act} />
				{!isNew && <input type="hidden" name="seen" value={form.field('seen').defaultValue} />}
				<TextField field={form.field('name')} kind="remark" label="Name" />
				<SelectField
					field={form.field('categoryId')}
					label="Category"
					empty="Choose one"
					options={discoverCategories}
				/>
				<TextField
					field={form.field('price')}
					kind="amount"
					label="Price in naira"
					hint={isNew ? undefined : 'Visits that are booked keep their price.'}
				/>
				<TextField field={form.field('durationMinutes')} kind="count" label="Minutes" />
				<TextField
					field={form.field('bufferMinutes')}
					kind="count"
					label="Minutes afterwards"
					hint="To clean up. No one can book this time."
				/>
				<TextArea field={form.field('description')} label="Description" rows={3} />
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
						title="Customers can book it"
					/>
				</div>
				<OwnerSave answer={answer} label={isNew ? 'Add this service' : 'Save'} />
			</Form>
		</KioskPage>
	)
}
