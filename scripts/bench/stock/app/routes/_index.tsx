import type { Client } from '@libsql/client/web'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'

export const meta: MetaFunction = () => [{ title: 'Stock' }]

/** One trip, as many times as a time-selection page shows. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { client } = context as { client: Client }
	const { rows } = await client.execute(
		'WITH RECURSIVE slot(minute) AS (SELECT 540 UNION ALL SELECT minute + 30 FROM slot WHERE minute < 1050) SELECT minute FROM slot',
	)
	return { minutes: rows.map((row) => Number(row.minute)) }
}

export default function Index() {
	const { minutes } = useLoaderData<typeof loader>()
	return (
		<main>
			<h1>When suits you?</h1>
			<form method="post">
				{minutes.map((minute) => (
					<label key={minute}>
						<input type="radio" name="minute" value={minute} />
						{`${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`}
					</label>
				))}
				<button type="submit">Continue</button>
			</form>
		</main>
	)
}
