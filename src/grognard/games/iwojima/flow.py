"""Chapter 5: the sequence of play."""

from grognard.games.iwojima import (
    assault,
    bombardment,
    control,
    japanese_movement,
    movement,
    recovery,
    setup,
    victory,
    weather,
)
from grognard.games.iwojima.facts import JP, US
from grognard.kernel.flow import Phase

TURN = (
    Phase("set-up", "Set-up", setup.begin, JP, ("4", "4.2d"), when=setup.is_not_set_up),
    Phase("weather", "Weather", weather.begin, US, ("5.1", "6b"), when=weather.is_rolled),
    Phase("us-reset", "US Reset", weather.reset_us, US, ("5.2.1", "7")),
    Phase("recovery", "US Recovery", recovery.begin, US, ("5.2.2", "8a")),
    Phase("us-bombardment", "US Bombardment", bombardment.begin_us, US, ("5.2.3", "9a")),
    Phase("us-movement", "US Movement", movement.begin, US, ("5.2.4", "10a")),
    Phase("us-assault", "US Assault", assault.begin_us, US, ("5.2.5", "12")),
    Phase("first-control", "Control", control.determine_control, None, ("5.2.6", "13a")),
    Phase("construction", "Construction", control.begin_construction, US, ("5.2.7", "14a")),
    Phase("jp-reset", "Japanese Reset", weather.reset_japanese, JP, ("5.3.1", "15")),
    Phase("jp-bombardment", "Japanese Bombardment", bombardment.begin_japanese, JP, ("5.3.2", "16a")),
    Phase("jp-movement", "Japanese Movement", japanese_movement.begin, JP, ("5.3.3", "17a")),
    Phase("jp-assault", "Japanese Assault", assault.begin_japanese, JP, ("5.3.4", "19a")),
    Phase("second-control", "Control", control.determine_control, None, ("5.3.5", "20")),
    Phase("end", "End Phase", victory.begin, None, ("5.4", "21a")),
)
