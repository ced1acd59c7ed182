import { Link } from '@remix-run/react'
import { useTrail, withTrail } from '#app/ui/account/origin.ts'
import { QrCode } from '#app/ui/account/qr-code.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { countdownLabel } from '#app/ui/use-countdown.ts'
import { useElapsed } from '#app/ui/use-elapsed.ts'

const WARNING_MS = 60_000

type CodeView = {
	code: { size: number; path: string }
	at: number
	leftMs: number
	until: string
}

/** The code and its time left; without script its end. */
export function MemberCode({
	code: { code, at, leftMs, until },
	shop,
	name,
	hasOthers,
}: {
	code: CodeView
	/** The code is for this shop (S37). */
	shop: { id: string; name: string }
	name: string
	/** The customer has cards of other shops. */
	hasOthers: boolean
}) {
	const trail = useTrail()
	const elapsedMs = useElapsed(at)
	const left = elapsedMs === null ? null : Math.max(0, leftMs - elapsedMs)
	const ends = `Expires ${left === null ? `at ${until}` : `in ${countdownLabel(left)}`}`
	return (
		<div className="empty">
			{left === 0 ? (
				<p role="status">
					<b>This code has expired.</b>
				</p>
			) : (
				<>
					<QrCode {...code} label={`Your QR code, ${name}`} />
					<p>Show this code at the shop to get your stamp or cashback.</p>
					<p>
						For <b>{shop.name}</b>
					</p>
					<p className="num">
						{left !== null && left <= WARNING_MS ? <Tag tone="clay">{ends}</Tag> : <b>{ends}</b>}
					</p>
				</>
			)}
			<ButtonLink to={withTrail(`/wallet/code?shop=${shop.id}`, trail)} variant="quiet" preventScrollReset>
				{left === 0 ? 'Generate New Code' : 'Refresh Code'}
			</ButtonLink>
			{hasOthers && (
				<p>
					<Link to={withTrail('/wallet/code', trail)} className="link tap">
						At another shop?
					</Link>
				</p>
			)}
		</div>
	)
}
