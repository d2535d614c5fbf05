"""Operation Ichi-Go: the war in China from April 1944, and the American landings that never were."""
