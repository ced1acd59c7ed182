import { useNavigate } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { type DiscoverChoice, discoverPath } from './discover-path.ts'

const PATIENCE_MS = 10_000

interface LocateButtonProps {
	choice: DiscoverChoice
	/** Asks without a further tap once 'Near me' was opened. */
	asksWhenOpened: boolean
	children: ReactNode
}

/** Asks for the phone's location after a tap, never before; absent where unsupported. */
export function LocateButton({ choice, asksWhenOpened, children }: LocateButtonProps) {
	const navigate = useNavigate()
	const place = useRef<HTMLSpanElement>(null)
	const [state, setState] = useState<'absent' | 'ready' | 'asking' | 'refused'>('absent')
	const locateNow = useRef(locate)
	locateNow.current = locate

	useEffect(() => {
		if (!('geolocation' in navigator)) return
		setState('ready')
		const details = place.current?.closest('details')
		if (!details || !asksWhenOpened) return
		const ask = () => details.open && locateNow.current()
		// The menu may have been opened before the script ran.
		ask()
		details.addEventListener('toggle', ask)
		return () => details.removeEventListener('toggle', ask)
	}, [asksWhenOpened])

	function locate() {
		setState('asking')
		navigator.geolocation.getCurrentPosition(
			({ coords }) => {
				const position = { latitude: coarse(coords.latitude), longitude: coarse(coords.longitude) }
				setState('ready')
				navigate(discoverPath({ ...choice, near: '', position, sort: null }))
			},
			() => setState('refused'),
			{ maximumAge: 300_000, timeout: PATIENCE_MS },
		)
	}

	return (
		<>
			<div className="row">
				{children}
				{state !== 'absent' && (
					<Button size="small" variant="quiet" onClick={locate} busy={state === 'asking'}>
						Use my location
					</Button>
				)}
			</div>
			<span role="status" className="soft" ref={place}>
				{state === 'refused' && 'We couldn’t get your location. Type an area instead.'}
			</span>
		</>
	)
}

/** About a hundred metres: near enough for a distance, and no more about a person than needed. */
function coarse(degrees: number): number {
	return Math.round(degrees * 1_000) / 1_000
}
