import Anchor
