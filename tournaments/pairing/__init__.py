"""Pairing: who meets whom, when and on which side. Pure: values in, values out."""
