"""Nemesis: Burma 1944. The Japanese offensive on Imphal, and the Allied return to northern Burma."""
