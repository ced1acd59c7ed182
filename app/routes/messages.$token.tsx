import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { type MessageChoice, readMessageChoice } from '#app/domain/messaging/message-choice.server.ts'
import { messageChoiceFormSchema } from '#app/domain/messaging/message-forms.server.ts'
import { topicWords } from '#app/domain/messaging/topic-words.ts'
import { done } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, unlistedMeta } from '#app/ui/page.tsx'

export const meta: MetaFunction<typeof loader> = ({ data }) => unlistedMeta(data?.name ?? 'Messages')

/** Opening a mail's link changes nothing: mail scanners open links too. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	const choice = await readChoice(params, context)
	const isOff = await context.messaging.optOuts.isUnwanted(choice)
	return { ...topicWords[choice.topic], isOff, isAccount: !choice.subject.includes('@') }
}

/** Saves the link holder's choice. A mail program that posts by itself gets a plain 200 (RFC 8058). */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: messageChoiceFormSchema })
	const choice = await readChoice(params, context)
	if (submission.status !== 'success') throw new Response(null, { status: 400 })
	const { optOuts } = context.messaging
	const { value } = submission
	await context.writeBatch([value === 'keep' ? optOuts.optIn(choice) : optOuts.optOut(choice, context.now())])
	if (value === 'one-click') return data({})
	const { name } = topicWords[choice.topic]
	return done(context, new URL(request.url).pathname, {
		flash:
			value === 'stop'
				? { title: 'Stopped', description: `${name}: we won’t send you these any more.` }
				: { title: 'Switched on', description: `${name}: we’ll send you these again.` },
		inPlace: true,
	})
}

async function readChoice(
	{ token = '' }: { token?: string },
	{ settings }: AppLoadContext,
): Promise<MessageChoice> {
	const choice = await readMessageChoice(settings.cookieKeys, token)
	if (!choice) throw new Response(null, { status: 404 })
	return choice
}

export default function MessageChoicePage() {
	const { name, detail, isOff, isAccount } = useLoaderData<typeof loader>()
	return (
		<Page>
			<EmptyState
				isPage
				icon="bell"
				title={isOff ? `${name}: off` : `${name}: on`}
				action={
					<>
						<Form method="post" className="w-full">
							{isOff ? (
								<SubmitButton name="choice" value="keep" busyLabel="Switching on…">
									Send me these again
								</SubmitButton>
							) : (
								<SubmitButton name="choice" value="stop" busyLabel="Stopping…">
									Stop these messages
								</SubmitButton>
							)}
						</Form>
						{isAccount && (
							<Link to="/settings" className="link tap">
								All my messages
							</Link>
						)}
					</>
				}
			>
				{detail}. We always send you news about your bookings and payments.
			</EmptyState>
		</Page>
	)
}
