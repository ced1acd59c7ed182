import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { tipShare } from '#app/domain/tips/tip-share.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { pageTitle, Page, PageHeader, type PageHandle } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'wallet', loadFailure: () => 'Unable to load your tips' }

export const meta: MetaFunction = () => [{ title: pageTitle('Tips') }]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, jars] = await Promise.all([requireUser(request, context), context.tips.jars.exportJars(actor)])
	return data({ shares: jars.map(({ amountKobo }) => formatNaira(tipShare(amountKobo, 2))) })
}

export default function Tips() {
	const { shares } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader title="Tips" subtitle={shares.join(', ')} />
		</Page>
	)
}
