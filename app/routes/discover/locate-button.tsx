import { useNavigate } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { type DiscoverChoice, discoverPath } from './discover-path.ts'

const PATIENCE_MS = 10_000

/** Asks the phone where it is, after a tap and never before. Exists only where it works. */
export function LocateButton({ choice }: { choice: DiscoverChoice }) {
	const navigate = useNavigate()
	const [state, setState] = useState<'absent' | 'ready' | 'asking' | 'refused'>('absent')
	useEffect(() => {
		if ('geolocation' in navigator) setState('ready')
	}, [])
	if (state === 'absent') return null

	function locate() {
		setState('asking')
		navigator.geolocation.getCurrentPosition(
			({ coords }) => {
				const position = { latitude: coarse(coords.latitude), longitude: coarse(coords.longitude) }
				setState('ready')
				navigate(discoverPath({ ...choice, near: '', position }))
			},
			() => setState('refused'),
			{ maximumAge: 300_000, timeout: PATIENCE_MS },
		)
	}

	return (
		<>
			<Button size="small" variant="quiet" onClick={locate} busy={state === 'asking'}>
				Use my location
			</Button>
			<span role="status" className="soft">
				{state === 'refused' && 'We couldn’t get your location. Type an area instead.'}
			</span>
		</>
	)
}

/** About a hundred metres: near enough for a distance, and no more of a person than it takes. */
function coarse(degrees: number): number {
	return Math.round(degrees * 1_000) / 1_000
}
