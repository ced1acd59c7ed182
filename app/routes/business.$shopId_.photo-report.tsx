import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { photoReportFormSchema } from '#app/domain/discovery/photo-form.server.ts'
import { photoReportWords } from '#app/domain/discovery/photo-report-words.ts'
import { reportPhoto } from '#app/flows/discovery/shop-photos.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { readId } from '#app/kernel/id.server.ts'
import { photoPath, photosOfPlacePath } from '#app/kernel/links.ts'
import { photoReportReasons } from '#app/kernel/vocabulary/discovery.ts'
import { ActionBar, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { ChoiceField, OptionRow } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'discover' }

export const meta = unlisted('Report a photo')

const constraints = fieldConstraints(photoReportFormSchema, ['reason'])

function readPhotoId(request: Request): string | null {
	return readId(new URL(request.url).searchParams.get('photo'))
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const { shopId = '' } = params
	const photoId = readPhotoId(request)
	const photo = photoId && (await context.discovery.photos.photoToReport(shopId, photoId))
	if (!photo) throw new Response(null, { status: 404 })
	const { id, alt, shopName, serviceId, thumbnailWidth: width, thumbnailHeight: height } = photo
	return {
		alt,
		shopName,
		picture: width && height && !context.saveData ? { src: photoPath(id, 'thumbnail'), width, height } : null,
		back: photosOfPlacePath(shopId, serviceId),
		constraints,
	}
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: photoReportFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply())
	const photoId = readPhotoId(request)
	if (photoId === null) throw new Response(null, { status: 404 })
	const reporter = { actor: readActor(request, context), networkKey: context.networkKey }
	const report = { photoId, reason: submission.value.reason, now: context.now() }
	const reported = await reportPhoto(context, reporter, report)
	if (!reported.ok && reported.refusal === 'photo_not_found') throw new Response(null, { status: 404 })
	if (!reported.ok)
		return refusedBy(
			{ text: 'You’ve reported too many photos today. Please try again tomorrow.', status: 429 },
			{ result: submission.reply() },
		)
	return done(context, `/business/${params.shopId ?? ''}`, {
		flash: { title: 'Thanks', description: 'We’ll look at it.' },
	})
}

export default function ReportPhoto() {
	const { alt, shopName, picture, back, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, { reason: '' }, constraints)
	return (
		<Page>
			<PageHeader title="Report a photo" back={{ to: back, label: 'Photos' }} />
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={['reason']} />
			<Card className="mb-4">
				<p className="soft text-sm">A photo of {shopName}</p>
				{picture && <img {...picture} alt="" decoding="async" />}
				<p>{alt}</p>
			</Card>
			<Form method="post" noValidate className="fill">
				<ChoiceField field={form.field('reason')} legend="What’s wrong with it?">
					{photoReportReasons.map((reason) => (
						<OptionRow
							key={reason}
							name="reason"
							value={reason}
							title={photoReportWords[reason]}
							defaultChecked={form.isChosen('reason', reason)}
							required
							isMissing={!!form.field('reason').error}
						/>
					))}
				</ChoiceField>
				<ActionBar>
					<SubmitButton busyLabel="Sending…">Send report</SubmitButton>
				</ActionBar>
			</Form>
		</Page>
	)
}
