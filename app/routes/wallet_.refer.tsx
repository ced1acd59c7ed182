import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { referralFormSchema } from '#app/domain/loyalty/loyalty-forms.server.ts'
import { referralCodeView } from '#app/domain/loyalty/referral-code.server.ts'
import { makeReferralCode } from '#app/flows/loyalty/referrals.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { withTrail } from '#app/ui/account/origin.ts'
import { ReferralCode } from '#app/ui/account/referral-code.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState, RefusalNotice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = {
	bottomNavigation: 'wallet',
	loadFailure: 'Unable to load your referral codes',
}

export const meta = titled('Refer Friends')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, codes] = await Promise.all([
		requireUser(request, context),
		context.loyalty.referralCodes.ownCodes(actor),
	])
	return data({ codes: codes.map((code) => referralCodeView(code, context.settings.appOrigin)) })
}

/** Makes a code for an enrollment older than its program's referral offer. */
export async function action({ request, context }: ActionFunctionArgs) {
	const actor = requireActor(request, context)
	const submission = parseWithZod(await readForm(request), { schema: referralFormSchema })
	if (submission.status !== 'success') throw new Response(null, { status: 400 })
	const { enrollment } = submission.value
	const made = await catchUnexpected(context, () => makeReferralCode(context, actor, enrollment))
	if (made.ok) return done(context, '/wallet/refer')
	return refusedBy({
		title: 'No code yet',
		text: 'Something went wrong. Please try again in a moment.',
		status: 503,
	})
}

export default function ReferFriends() {
	const { codes } = useLoaderData<typeof loader>()
	const answer = useActionData<typeof action>()
	return (
		<Page>
			<PageHeader
				title="Refer Friends"
				subtitle="Your friend pays less, and you get cashback after their visit"
				back={{ to: '/wallet', label: 'Wallet' }}
			/>
			<RefusalNotice refusal={answer?.refusal} />
			{codes.length === 0 ? (
				<EmptyState
					icon="gift"
					title="No referral codes yet"
					action={<ButtonLink to={withTrail('/loyalty-enrollment', 'refer')}>Join a program</ButtonLink>}
				>
					None of your programs has a referral reward right now.
				</EmptyState>
			) : (
				<>
					<ul>
						{codes.map(({ enrollmentId, shop, programName, youGet, friendGets, sharing }) => (
							<Card key={enrollmentId} as="li" className="mb-3">
								<h2>
									<Link to={`/business/${shop.id}`}>{shop.name}</Link>
								</h2>
								<p className="soft text-sm">{programName}</p>
								<p className="mt-2 mb-2 num">
									You get {youGet}, your friend {friendGets} off.
								</p>
								{sharing ? (
									<ReferralCode {...sharing} />
								) : (
									<Form method="post">
										<SubmitButton
											name="enrollment"
											value={enrollmentId}
											variant="quiet"
											size="small"
											busyLabel="One moment…"
											aria-label={`Get my code for ${shop.name}`}
										>
											Get my code
										</SubmitButton>
									</Form>
								)}
							</Card>
						))}
					</ul>
					<p className="soft text-sm">
						The code works for a friend’s first booking at that shop: they enter it as a promo code. After
						their first visit you get your part as cashback to spend there.
					</p>
				</>
			)}
		</Page>
	)
}
