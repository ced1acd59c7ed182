import type { ReactNode } from 'react'
import { QrCode } from '#app/ui/account/qr-code.tsx'
import { RefreshCodeWithoutScript, useUsed } from '#app/ui/account/use-used.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { countdownLabel } from '#app/ui/use-countdown.ts'
import { useElapsed } from '#app/ui/use-elapsed.ts'
import type { CheckInView } from './check-in-view.server.ts'

const WARNING_MS = 60_000

interface LiveCodeProps {
	live: NonNullable<CheckInView['live']>
	/** When the server answered. */
	at: number
	/** The button for another code, by its label. */
	another: (label: string) => ReactNode
	/** Says whether the code was used. */
	usedPath: string
	left: string | null
}

/** The code and its time left; without script its end. */
export function LiveCode({
	live: { qr, typed, leftMs, until },
	at,
	another,
	usedPath,
	left: entries,
}: LiveCodeProps) {
	const elapsedMs = useElapsed(at)
	const left = elapsedMs === null ? null : Math.max(0, leftMs - elapsedMs)
	useUsed(left === 0 ? null : usedPath)
	if (left === 0)
		return (
			<>
				<p role="status">
					<b>This code has expired.</b>
				</p>
				{another('Generate New Code')}
			</>
		)
	const ends = `Expires ${left === null ? `at ${until}` : `in ${countdownLabel(left)}`}`
	return (
		<>
			<RefreshCodeWithoutScript />
			<p>Show this QR code to the vendor for check-in</p>
			{qr && <QrCode {...qr} label="QR code for check-in" />}
			<p>
				<span className="soft text-sm">{qr ? 'Or read this code out' : 'Read this code out'}</span>
				<br />
				<b className="num text-xl">{typed}</b>
			</p>
			<p className="num">
				{left !== null && left < WARNING_MS ? <Tag tone="clay">{ends}</Tag> : <b>{ends}</b>}
			</p>
			{entries && <p className="soft text-sm">{entries}</p>}
			{another('Refresh Code')}
		</>
	)
}
