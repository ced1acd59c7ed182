import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { photoFields } from '#app/domain/discovery/photo-fields.ts'
import { photoFormSchema, readSeenPhoto, seenPhoto } from '#app/domain/discovery/photo-form.server.ts'
import { changePhoto, removePhoto } from '#app/flows/shop/change-photos.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { answerOwnerChange } from '#app/http/owner-change.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { readOwnerPost } from '#app/http/owner-post.server.ts'
import { changedWords } from '#app/kernel/described-field.ts'
import { newId } from '#app/kernel/id.server.ts'
import { photoPath, SHOP_PICTURE } from '#app/kernel/links.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { PageStyle } from '#app/ui/inline.tsx'
import { DescribedInput } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { OwnerAnswer, OwnerSave, ownerMeta } from '#app/ui/kiosk/owner-page.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PageHandle } from '#app/ui/page.tsx'
import ownerPhotosCss from '#app/ui/styles/owner-photos.css?inline'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load this photo' }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, error }) =>
	ownerMeta(loaded?.start.alt ?? 'Photo', error)

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const { placeId = '', photoId = '' } = params
	const [, photo] = await Promise.all([
		owner.opened(),
		context.discovery.photos.own.one(owner.caller, photoId),
	])
	if (!photo || (photo.serviceId ?? SHOP_PICTURE) !== placeId) throw data(null, { status: 404 })
	const { id, alt, position, width, height, isHidden } = photo
	return owner.pageData({
		place: `/kiosk/shop/photos/${placeId}`,
		isOnly: placeId === SHOP_PICTURE,
		isHidden,
		picture: isHidden || context.saveData ? null : { src: photoPath(id), alt, width, height },
		start: { seen: seenPhoto(photo), alt, position: String(position) },
		act: newId(),
	})
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const read = await readOwnerPost({ request, context }, { schema: photoFormSchema, enterPin })
	if (!read.ok) return read.answer
	const { key, caller, now, value } = read.post
	const { placeId = '', photoId = '' } = params
	const { photos } = context.discovery
	const shopId = key.shop.id
	const path = `/kiosk/shop/photos/${encodeURIComponent(placeId)}`
	if (value.intent === 'remove')
		return answerOwnerChange(context, read.post, {
			action: ['remove photo', photoId],
			run: (by) => removePhoto(context, { caller, shopId, id: photoId, by, now }),
			path,
			notice: 'Photo removed',
		})
	const fields = { alt: value.alt, position: value.position }
	const seen = readSeenPhoto(value.seen)
	return answerOwnerChange(context, read.post, {
		action: ['change photo', photoId, value.seen ?? null, JSON.stringify(fields)],
		run: (by) => changePhoto(context, { caller, shopId, id: photoId, fields, seen, by, now }),
		async current() {
			const current = await photos.own.one(caller, photoId)
			return (
				current &&
				seen && {
					changed: changedWords(photoFields, seen, current),
					kept: seenPhoto(current),
				}
			)
		},
		path,
		notice: 'Saved',
	})
}

export default function OwnerPhoto() {
	const { place, isOnly, isHidden, picture, start, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, start)
	return (
		<KioskPage title="Photo" section="More" back={{ to: place, label: 'Back to the photos' }} isForm>
			<PageStyle css={ownerPhotosCss} />
			<OwnerAnswer answer={answer} form={form} order={['alt', 'position']} />
			{isHidden && (
				<Notice tone="hold" className="mb-4">
					Hidden by the people who run this app, so customers don’t see it. Remove it, or ask them why.
				</Notice>
			)}
			{picture && <img {...picture} alt={picture.alt} decoding="async" className="photo" />}
			<KioskForm
				act={act}
				hidden={{ intent: 'save', seen: form.field('seen').defaultValue }}
				className="form"
				key={act}
			>
				<DescribedInput name="alt" field={photoFields.alt} form={form} />
				{isOnly ? (
					<input type="hidden" name="position" value={start.position} />
				) : (
					<DescribedInput name="position" field={photoFields.position} form={form} />
				)}
				<OwnerSave answer={answer} label="Save" />
			</KioskForm>
			<details className="mt-3">
				<summary className="tap">Remove this photo</summary>
				<KioskForm act={act}>
					<p>Customers no longer see it. This can’t be undone.</p>
					<SubmitButton variant="danger" size="small" name="intent" value="remove" busyLabel="Removing…">
						Remove
					</SubmitButton>
				</KioskForm>
			</details>
		</KioskPage>
	)
}
