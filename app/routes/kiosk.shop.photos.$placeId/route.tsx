import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { photoFileWords, photoLimits } from '#app/domain/discovery/photo-fields.ts'
import { newPhotoFormSchema } from '#app/domain/discovery/photo-form.server.ts'
import { addPhoto, readPhoto } from '#app/flows/shop/change-photos.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { refusedAt } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { readUpload, type UploadedForm } from '#app/http/read-form.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { photoPath, SHOP_PICTURE } from '#app/kernel/links.ts'
import { Card } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { PageStyle } from '#app/ui/inline.tsx'
import { TickBox } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave, ownerMeta } from '#app/ui/kiosk/owner-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import ownerPhotosCss from '#app/ui/styles/owner-photos.css?inline'
import { Tag } from '#app/ui/tag.tsx'
import { PhotoField } from './photo-field.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load these photos' }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error }) =>
	ownerMeta(loaded ? `Photos of ${loaded.title}` : 'Photos', error)

const FILES = ['photo', 'thumbnail']
const constraints = fieldConstraints(newPhotoFormSchema, ['alt'])

const readServiceId = (placeId: string) => (placeId === SHOP_PICTURE ? null : placeId)

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { placeId = '' } = params
	const serviceId = readServiceId(placeId)
	const { catalogue, photos } = context.discovery
	const [{ shop }, service, own] = await Promise.all([
		owner.opened(),
		serviceId && catalogue.ownServices.one(owner.caller, serviceId),
		photos.own.all(owner.caller),
	])
	if (serviceId !== null && !service) throw data(null, { status: 404 })
	const most = serviceId === null ? photoLimits.ofShop : photoLimits.perService
	const here = own.filter((photo) => photo.serviceId === serviceId)
	return owner.pageData({
		title: service ? service.name : shop.name,
		isShop: serviceId === null,
		photos: here.map(({ id, alt, isHidden, hasThumbnail, width, height }) => ({
			to: `/kiosk/shop/photos/${placeId}/${id}`,
			alt,
			isHidden,
			picture:
				isHidden || context.saveData
					? null
					: { src: photoPath(id, hasThumbnail ? 'thumbnail' : 'photo'), width, height },
		})),
		isOn: context.photoStore !== null,
		isFull: here.length >= most,
		most,
		act: newId(),
		constraints,
	})
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	let upload: UploadedForm | undefined
	const read = await readOwnerPost(
		{ request, context },
		{
			schema: newPhotoFormSchema,
			enterPin,
			async read(sent) {
				upload = await readUpload(sent, FILES)
				return upload.form
			},
		},
	)
	if (!read.ok) return read.answer
	const { key, now, value, result } = read.post
	const file = (name: string) => upload?.files.get(name) ?? new Uint8Array()
	const photo = upload?.isCutOff
		? ({ ok: false, refusal: 'photo_too_heavy' } as const)
		: await readPhoto(file('photo'), file('thumbnail'))
	if (!photo.ok) return refusedAt('photo', { text: photoFileWords[photo.refusal], status: 422 }, result)
	const { placeId = '' } = params
	const { alt } = value
	const id = newId()
	return answerOwnerChange(context, read.post, {
		action: ['add photo', placeId, alt, photo.value.digest],
		run: ({ actOf }) =>
			addPhoto(context, {
				shopId: key.shop.id,
				id,
				serviceId: readServiceId(placeId),
				alt,
				keyId: key.keyId,
				photo: photo.value,
				alongside: actOf({ kind: 'photo_changed', subjectId: id, summary: `New photo: ${alt}` }),
				now,
			}),
		path: `/kiosk/shop/photos/${encodeURIComponent(placeId)}`,
		notice: 'Photo added',
	})
}

export default function OwnerPhotosOfPlace() {
	const { title, isShop, photos, isOn, isFull, most, act, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	return (
		<KioskPage
			title={title}
			subtitle={isShop ? 'The picture of your shop' : 'Photos of this service'}
			section="More"
			back={{ to: '/kiosk/shop/photos', label: 'Photos' }}
			isForm
		>
			<PageStyle css={ownerPhotosCss} />
			<OwnerAnswer answer={answer} form={form} order={['alt', 'agreed', 'photo']} />
			{photos.length > 0 && (
				<Card kind="rows" as="ul" className="mb-4">
					{photos.map(({ to, alt, isHidden, picture }) => (
						<li key={to}>
							<Link to={to} className="line" discover="none">
								{picture && <img {...picture} alt="" loading="lazy" decoding="async" className="thumb" />}
								<b>{alt}</b>
								{isHidden && <Tag tone="clay">Hidden</Tag>}
							</Link>
						</li>
					))}
				</Card>
			)}
			{!isOn && <Notice tone="hold">Photos are switched off in this app for now. Customers see none.</Notice>}
			{isOn && isFull && (
				<p className="soft">
					{isShop ? 'To show another picture, remove this one first.' : `A service can have ${most} photos.`}
				</p>
			)}
			{isOn && !isFull && (
				<Form method="post" encType="multipart/form-data" className="form" key={act}>
					<h2>Add a photo</h2>
					<input type="hidden" name="act" value={act} />
					<TextField
						field={form.field('alt')}
						kind="remark"
						label="What it shows"
						hint="Customers read it where the photo is not shown, such as Long knotless braids."
					/>
					<div className="field">
						{form.field('agreed').error && <p className="problem">{form.field('agreed').error}</p>}
						<TickBox
							form={form}
							name="agreed"
							required
							isMissing={!!form.field('agreed').error}
							title="The people in it agreed"
							detail="Everyone who can be recognised said that this app may show it."
						/>
					</div>
					<PhotoField field={form.field('photo')} />
					<OwnerSave answer={answer} label="Add this photo" />
				</Form>
			)}
		</KioskPage>
	)
}
